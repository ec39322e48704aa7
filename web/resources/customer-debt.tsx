import { useQuery } from '@tanstack/react-query';
import { customerAccount } from '@/db/sales.ts';
import { AgedDebt } from './aged-debt.tsx';

export function CustomerDebt({ id }: { id: string }) {
  const { data } = useQuery(customerAccount(id));
  return data ? <AgedDebt {...data} /> : null;
}
