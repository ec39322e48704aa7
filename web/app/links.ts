/** Navigates plain links within the app without a page load, so that components below need no router. */
export function followLinks(go: (to: string) => void): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || !/^https?:$/.test(to.protocol)) return;
    // Links within the page are left to the browser.
    if (to.hash && to.pathname === location.pathname && to.search === location.search) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  };
  document.addEventListener('click', click);
  return () => document.removeEventListener('click', click);
}
