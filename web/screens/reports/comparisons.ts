/** What a period can be compared with, besides chosen days (private.compared_days). */
export const comparisons = ['before', 'last_year', 'none'] as const;
