import { useQuery } from '@tanstack/react-query';
import { cameAlong, countLines, type CountDetail, type LineQuestion } from '@/db/counts.ts';

/** A page of a count's lines. The first one comes with the count, which is fetched repeatedly. */
export function useCountLines(question: LineQuestion, detail: CountDetail, readAt: number) {
  const along = cameAlong(question, detail);
  const asked = useQuery({ ...countLines(question), enabled: !along });
  return along
    ? { ...asked, data: detail.items, dataUpdatedAt: readAt, error: null, isPending: false, isSuccess: true, isPlaceholderData: false }
    : asked;
}
