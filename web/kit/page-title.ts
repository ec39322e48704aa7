import { useEffect } from 'react';

/** Names the tab after the record on the page; the route's own title stands until it is known. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · Daftar`;
  }, [title]);
}
