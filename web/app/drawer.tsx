import { Dialog, DialogPanel } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from '@/ui/button.tsx';
import { Sidebar } from './sidebar.tsx';

/** The menu on a phone. Navigation closes it. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const openedAt = useRef(pathname);
  useEffect(() => {
    if (pathname !== openedAt.current) onClose();
  }, [pathname, onClose]);
  return (
    <Dialog open onClose={onClose} className="drawer fixed inset-0 z-60 bg-(--color-scrim) pt-(--over,0)" aria-label={t('app.menuLabel')}>
      <DialogPanel className="side h-full w-[min(300px,86vw)] shadow-float">
        <IconButton className="absolute end-2.5 top-2 z-1" variant="quiet" icon={X} label={t('ui.close')} onClick={onClose} />
        <Sidebar />
      </DialogPanel>
    </Dialog>
  );
}
