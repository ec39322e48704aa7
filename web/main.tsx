import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import { startLanguage } from '@/i18n/language.ts';
import '@/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('#root is missing');

await startLanguage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
