/* This device's settings for printing: its print server, its printers, and the size of a millimetre on its screen. */
import { useSyncExternalStore } from 'react';
import type { Size } from '@/lib/labels/dots.ts';
import type { ServerAddress } from '@/lib/print-server.ts';
import { onDevice } from '@/lib/stored.ts';

export interface Device {
  address: ServerAddress;
  /** By the server's address, the token of this browser. */
  tokens: Record<string, string>;
  labelPrinter: string | null;
  receiptPrinter: string | null;
  size: Size;
  template: string | null;
  /** CSS millimetres that this screen shows as one real millimetre. */
  scale: number;
  /** By printer, the offset of the paper from the print head, in millimetres. */
  shifts: Record<string, { x: number; y: number }>;
}

const key = 'printing';
const defaults: Device = {
  address: { host: '127.0.0.1', port: 17_777 },
  tokens: {},
  labelPrinter: null,
  receiptPrinter: null,
  size: { width: 50, height: 30 },
  template: null,
  scale: 1,
  shifts: {},
};

const listeners = new Set<() => void>();
let cached: { text: string | null; device: Device } | undefined;

/** The stored value may have an older shape, or be unreadable. */
function read(): Device {
  const text = onDevice.text(key);
  if (cached?.text !== text) {
    const stored = onDevice.read<Partial<Device> | null>(key, null);
    cached = { text, device: { ...defaults, ...(typeof stored === 'object' ? stored : {}) } };
  }
  return cached!.device;
}

export const device = read;

export function changeDevice(changes: Partial<Device>): void {
  onDevice.write(key, { ...read(), ...changes });
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useDevice = (): Device => useSyncExternalStore(subscribe, read);
