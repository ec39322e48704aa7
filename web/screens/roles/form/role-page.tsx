import { useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { roleOf, type RoleDetail } from '@/db/roles.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { useRecordToEdit } from '@/kit/use-record-to-edit.ts';
import { newId } from '@/lib/id.ts';
import { RoleForm } from './role-form.tsx';
import '../roles.css';

/** The page of /managment/roles/add, where ?copy=… starts from another role, and of /managment/roles/edit/:id. */
export function Component() {
  const { id } = useParams();
  const copied = useSearchParams()[0].get('copy') ?? undefined;
  // Two components, so that React never reuses a role's form for its copy, which would overwrite the role.
  return id ? <Existing key={id} id={id} /> : <New key={copied} copied={copied} />;
}

function New({ copied }: { copied: string | undefined }) {
  const [id] = useState(newId);
  return <Loaded id={copied} form={({ role, catalogue }) => <RoleForm id={id} role={null} from={role} catalogue={catalogue} />} />;
}

function Existing({ id }: { id: string }) {
  return <Loaded id={id} form={({ role, catalogue }) => <RoleForm id={id} role={role} from={null} catalogue={catalogue} />} />;
}

function Loaded({ id, form }: { id: string | undefined; form: (detail: RoleDetail) => ReactNode }) {
  const { t } = useTranslation();
  const detail = useRecordToEdit(roleOf(id));
  return (
    <Found
      query={detail}
      title={t('roles.one')}
      fields={6}
      notFound={{ title: t('kit.notFound'), text: t('kit.gone'), href: '/managment/roles', backLabel: t('kit.backToList') }}
    >
      {form}
    </Found>
  );
}
