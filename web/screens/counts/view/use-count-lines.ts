import { useQuery } from '@tanstack/react-query';
import { cameAlong, countLines, type CountDetail, type LineQuestion } from '@/db/counts.ts';

/** A page of a count's lines. The first one comes with the count, which is fetched repeatedly. */
export function useCountLines(question: LineQuestion, detail: CountDetail, readAt: number) {
  const isIncluded = cameAlong(question, detail);
  const query = useQuery({ ...countLines(question), enabled: !isIncluded });
  return isIncluded
    ? { ...query, data: detail.items, dataUpdatedAt: readAt, error: null, isPending: false, isSuccess: true, isPlaceholderData: false }
    : query;
}
