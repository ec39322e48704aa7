import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { userOf } from '@/db/users.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { useRecordToEdit } from '@/kit/use-record-to-edit.ts';
import { newId } from '@/lib/id.ts';
import { UserForm } from './user-form.tsx';
import '../users.css';

/** The page of /managment/users/add and of /managment/users/edit/:id. */
export function Component() {
  const { id } = useParams();
  return id ? <Existing key={id} id={id} /> : <New />;
}

function New() {
  const [id] = useState(newId);
  return <UserForm id={id} user={null} />;
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation();
  const user = useRecordToEdit(userOf(id));
  return (
    <Found
      query={user}
      title={t('users.one')}
      fields={6}
      notFound={{ title: t('kit.notFound'), text: t('kit.gone'), href: '/managment/users', backLabel: t('kit.backToList') }}
    >
      {(found) => <UserForm id={id} user={found} />}
    </Found>
  );
}
