/* The tills of a branch: each device sells under one. */
import { useQuery } from '@tanstack/react-query';
import { deviceLetters } from '@/lib/device.ts';
import { rpc } from './calls.ts';
import { useOnline } from './online.ts';
import { listOf, type Row } from './tables.ts';

export type Till = Row<'tills'>;

export const tillsOf = (branchId: string) =>
  listOf('tills', { where: [['branch_id', 'eq', branchId]], sort: [['code', false]], limit: 200 });

export const registerTill = (place: { branch_id: string; code: string; take_over?: boolean }) =>
  rpc<'register_till', Pick<Till, 'id' | 'code' | 'name' | 'name_ar'>>('register_till', { ...place, device: deviceLetters() });

export const saveTill = (till: { id: string; name: string; name_ar: string; closed: boolean; expected_version: number }) =>
  rpc('save_till', till);

/** Registers this device as a till when its counter opens; offline the counter opens anyway. */
export function useTill(place: { branchId: string; till: string } | null) {
  const online = useOnline();
  return useQuery({
    queryKey: ['till', place?.branchId, place?.till],
    queryFn: () => registerTill({ branch_id: place!.branchId, code: place!.till }),
    enabled: online && place !== null,
    staleTime: Infinity,
  });
}
