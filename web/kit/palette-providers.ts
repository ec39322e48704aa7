/* What the command palette can find besides pages: each area registers how its records are searched. */
import type { PermissionName } from '@/db/types.gen.ts';

export interface PaletteHit {
  id: string;
  label: string;
  hint?: string;
  to: string;
}

export interface PaletteProvider {
  id: string;
  /** i18n key of the heading above its hits. */
  title: string;
  permission: PermissionName;
  search: (words: string, signal: AbortSignal) => Promise<PaletteHit[]>;
}

const providers = new Map<string, PaletteProvider>();
export const registerPalette = (provider: PaletteProvider) => void providers.set(provider.id, provider);
export const paletteProviders = (): PaletteProvider[] => [...providers.values()];
