/* What this device knows of printing: where its print server is, which printer it means, and how large a millimetre is on its screen. */
import { useSyncExternalStore } from 'react';
import type { Size } from '@/lib/labels/dots.ts';
import type { ServerAddress } from '@/lib/print-server.ts';
import { onDevice } from '@/lib/stored.ts';

export interface Device {
  address: ServerAddress;
  /** What each server, by its address, knows this browser by. */
  tokens: Record<string, string>;
  labelPrinter: string | null;
  receiptPrinter: string | null;
  size: Size;
  template: string | null;
  /** Of a CSS millimetre: what the screen makes of it is its own affair. */
  scale: number;
  /** Where each printer's paper lies beside its head, in millimetres. */
  shifts: Record<string, { x: number; y: number }>;
}

const key = 'printing';
const usual: Device = {
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
let known: { text: string | null; device: Device } | undefined;

/** What stands there may be of an older shape, or nothing one can read. */
function read(): Device {
  const text = onDevice.text(key);
  if (known?.text !== text) {
    const kept = onDevice.read<Partial<Device> | null>(key, null);
    known = { text, device: { ...usual, ...(typeof kept === 'object' ? kept : {}) } };
  }
  return known!.device;
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
