// Runs before the first paint, so that language, direction and theme are right in the first frame.
// A separate file, so that a content security policy needs no 'unsafe-inline'.
(function () {
  var root = document.documentElement;
  var read = function (key) { try { return sessionStorage.getItem(key) || localStorage.getItem(key); } catch { return null; } };
  var told = function (id) { var tag = document.getElementById(id); return tag && JSON.parse(tag.textContent); };
  var language = read('language') || (navigator.language.startsWith('ar') ? 'ar' : 'en');
  if (language !== 'ar') language = 'en';
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  var theme = read('theme');
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // Preloads the requests of the first screen while its code loads. Nothing waits for them: the code repeats a failed one.
  var fetchAhead = function (address) {
    var link = document.createElement('link');
    var kind = /\.(\w+)$/.exec(address)[1];
    link.rel = kind === 'js' ? 'modulepreload' : 'preload';
    link.href = address;
    if (kind !== 'js') link.as = { json: 'fetch', css: 'style', woff2: 'font' }[kind];
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  var routePreload = told('route-preload');
  var session = null;
  // A malformed session is removed by the app.
  try { session = routePreload && JSON.parse(read(routePreload.sessionKey)); } catch { session = null; }
  if (routePreload) routePreload.languages[language].forEach(fetchAhead);
  if (session) {
    var page = Object.keys(routePreload.pages).find(function (path) { return new RegExp('^' + path.replace(/:\w+/g, '[^/]+') + '/?$').test(location.pathname); });
    if (page) routePreload.pages[page].forEach(function (at) { fetchAhead(routePreload.files[at]); });
  }

  // Loads the browser's number formatting data, which takes as long as rendering a page, while it is idle.
  setTimeout(function () { new Intl.NumberFormat('en-u-nu-latn').format(0); });

  // Requests the signed-in user, unless the token is about to be renewed or the app is previewed as another role.
  var config = told('config');
  if (config && session && session.expires_at * 1000 > Date.now() + 120000 && !read('preview-role')) {
    var url = (config.url || location.origin) + routePreload.me;
    var token = session.access_token;
    var answer = fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', apikey: config.publishableKey, authorization: 'Bearer ' + token } });
    // The app reports a failure when it reads the response.
    answer.catch(function () {});
    window.firstRequest = { url: url, token: token, answer: answer };
  }
})();
