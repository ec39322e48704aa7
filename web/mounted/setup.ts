// The configuration that a build has in its page, before any module of the app reads it.
const config = document.createElement('script');
config.id = 'config';
config.type = 'application/json';
config.textContent = JSON.stringify({ url: '', publishableKey: 'test' });
document.head.append(config);
localStorage.setItem('language', 'en');

await import('@/styles/index.css');
const { startLanguage } = await import('@/i18n/language.ts');
await startLanguage();

export {};
