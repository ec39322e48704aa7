import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import { vi } from 'vitest';
import { sessionKey } from '@/db/first-request.ts';
import type { PermissionName } from '@/db/me.ts';
import type { Branch, Me } from '@/db/me-types.ts';
import { queryClient } from '@/db/query.ts';
import { translation, TranslationContext } from '@/i18n/use-translation.ts';
import { setSettings } from '@/lib/settings.ts';
import { Toasts } from '@/ui/toast.tsx';
import { FakeApi, person } from './fake-api.ts';

export const branch: Branch = {
  id: '00000000-0000-7000-8000-00000000b001',
  name: 'Zamalek',
  name_ar: 'الزمالك',
  code: 'ZAM',
  time_zone: 'Africa/Cairo',
  day_start: 0,
  access: 'work',
};

/** Another user. */
export const colleague = { id: '00000000-0000-7000-8000-00000000a002', name: 'Mona Hassan', name_ar: 'منى حسن' };

const meWith = (permissions: PermissionName[]) =>
  ({
    profile: { id: person, name: 'Salma Adel', name_ar: 'سلمى عادل', version: 1, email: 'salma@example.com' },
    role: { id: '00000000-0000-7000-8000-00000000c001', name: 'Storekeeper', name_ar: 'أمين مخزن', is_owner: false },
    previewing: false,
    permissions,
    branches: [branch],
    shifts: [],
    at_work: null,
    business: {
      ...{ currency: 'EGP', currency_decimals: 2, digits: 'latin', time_zone: 'Africa/Cairo', first_day_of_week: 6 },
      ...{ prices_include_tax: false, sale_tax_rate_id: null, cash_rounding: null, cash_needs_shift: false, denominations: [50, 100, 200] },
    },
  }) as unknown as Me;

/** A valid session, as Auth stores it in the browser. */
function signIn(): void {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  localStorage.setItem(
    sessionKey,
    JSON.stringify({
      access_token: 'token',
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at,
      user: { id: person },
    }),
  );
}

/** Mounts a page in a frame like the shell, at an address of its routes, with requests answered by `api`. Clears the state of earlier pages. */
export async function mountPage(routes: RouteObject[], address: string, permissions: PermissionName[], api = new FakeApi()) {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  signIn();
  const me = meWith(permissions);
  const { currency, currency_decimals: decimals, digits, time_zone: timeZone, first_day_of_week: firstDay } = me.business;
  setSettings({ currency, decimals, digits, timeZone, firstDay, language: 'en' });
  queryClient.setQueryData(['me'], me);
  vi.stubGlobal('fetch', api.fetch);
  const remount = (at = address) => {
    const router = createMemoryRouter([{ path: '/', Component: Frame, HydrateFallback: () => null, children: routes }], {
      initialEntries: [at],
    });
    return render(
      <TranslationContext value={translation()}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TranslationContext>,
    );
  };
  return { api, view: await remount(), remount };
}

function Frame() {
  return (
    <div className="grid h-screen grid-cols-1 overflow-hidden max-lg:block max-lg:h-auto max-lg:overflow-visible">
      <div className="main">
        <main className="content" id="content">
          <Outlet />
        </main>
      </div>
      <Toasts />
    </div>
  );
}
