import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '@/db/query.ts';
import { translation, TranslationContext } from '@/i18n/use-translation.ts';
import { router } from './routes.tsx';

export function App() {
  const [current, setCurrent] = useState(translation);
  useEffect(() => {
    const renew = () => setCurrent(translation());
    i18next.on('languageChanged', renew);
    return () => i18next.off('languageChanged', renew);
  }, []);
  return (
    <TranslationContext value={current}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TranslationContext>
  );
}
