// Runs before the first paint: language, direction and theme must be right in the very first frame.
// A file of its own, so that a content security policy needs no 'unsafe-inline'.
(function () {
  var root = document.documentElement;
  var read = function (key) { try { return localStorage.getItem(key); } catch { return null; } };
  var arabic = read('language') === 'ar';
  root.lang = arabic ? 'ar' : 'en';
  root.dir = arabic ? 'rtl' : 'ltr';
  var theme = read('theme');
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
})();
