// Offline counter: caches the counter's page and files on the device, never API responses.
// Its scope is the counter's address only, so that it does not slow down other pages.
importScripts('/counter-files.js');

// One cache per release. The previous one stays for pages that are still open.
var release = 'counter-' + self.counterFiles.release;
var page = '/accounting/sales/add';
var patience = 4000;

async function keepAll() {
  var cache = await caches.open(release);
  await cache.addAll(self.counterFiles.files);
  var fresh = await fetch(page, { cache: 'reload' });
  var text = await fresh.clone().text();
  // A release was deployed between the two requests: the next check fetches both.
  if (!fresh.ok || !text.includes(self.counterFiles.entry)) throw new Error('The page and its files are of different releases');
  await cache.put(page, fresh);
  await self.skipWaiting();
}

async function dropOlder() {
  var ours = (await caches.keys()).filter(function (name) { return name.startsWith('counter-'); });
  await Promise.all(ours.filter(function (name) { return name !== release; }).slice(0, -1).map(function (name) { return caches.delete(name); }));
  await self.clients.claim();
}

async function openPage(request) {
  // From this release's cache, since the previous one has a page too.
  var cached = await (await caches.open(release)).match(page);
  if (!cached) return fetch(request);
  try {
    var answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    return answer.ok ? answer : cached;
  } catch {
    return cached;
  }
}

// File names contain a hash of the content, so a cached file is never requested again. Lazily loaded files are cached too.
async function openFile(request) {
  var cached = await caches.match(request.url);
  if (cached) return cached;
  var answer = await fetch(request);
  // A captive portal answers with its own page, which must not be cached in place of the file.
  var isPage = (answer.headers.get('content-type') || '').startsWith('text/html');
  if (answer.ok && !isPage) (await caches.open(release)).put(request.url, answer.clone());
  return answer;
}

self.addEventListener('install', function (event) { event.waitUntil(keepAll()); });
self.addEventListener('activate', function (event) { event.waitUntil(dropOlder()); });
self.addEventListener('fetch', function (event) {
  var request = event.request;
  var address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (address.pathname.startsWith('/assets/')) event.respondWith(openFile(request));
});
