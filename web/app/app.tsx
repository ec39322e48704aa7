import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '@/db/query.ts';
import { translation, TranslationContext } from '@/i18n/use-translation.ts';
import { router } from './routes.tsx';

export function App() {
  const [told, tell] = useState(translation);
  useEffect(() => {
    const turn = () => tell(translation());
    i18next.on('languageChanged', turn);
    return () => i18next.off('languageChanged', turn);
  }, []);
  return (
    <TranslationContext value={told}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TranslationContext>
  );
}
