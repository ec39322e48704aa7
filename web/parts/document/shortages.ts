import type { VariantWords } from '@/db/documents.ts';
import type { AppError } from '@/db/errors.ts';

/** Goods with too little stock; `has` is absent where the reader may not see it. */
export interface Shortage extends Partial<VariantWords> {
  variant_id: string;
  needs: number;
  has?: number;
}

/** The lines named in a stock_short error, whose stock would become negative. */
export const shortagesOf = ({ code, values }: AppError): Shortage[] => (code === 'stock_short' ? (values.lines as Shortage[]) : []);
