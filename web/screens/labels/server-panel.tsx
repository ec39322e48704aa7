import { Plug, PlugZap, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { latinDigits } from '@functions/_shared/numbers.ts';
import { PrintServerError, readAddress, type Fault } from '@/lib/print-server.ts';
import { connect, disconnect, pairWith, useConnection } from '@/parts/printing/connection.ts';
import { changeDevice, useDevice } from '@/parts/printing/device.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { Status } from '@/ui/status.tsx';
import { TextInput } from '@/ui/text-input.tsx';

/** The command for the print server that this client's origin serves. */
export const printServerCommand = () => `npx ${location.origin}/print-server.tgz`;

/** The print server's address and status, and help if it does not answer. */
export function ServerPanel() {
  const { t } = useTranslation();
  const { address } = useDevice();
  const { status, fault, address: connectedAddress } = useConnection();
  const [host, setHost] = useState(address.host);
  const [port, setPort] = useState(String(address.port));
  const [tried, setTried] = useState(false);
  const read = readAddress(latinDigits(host), latinDigits(port));
  const isOff = status === 'off';
  const go = () => {
    setTried(true);
    if (!read) return;
    changeDevice({ address: read });
    void connect(read);
  };
  return (
    <Section
      title={t('labels.server.title')}
      end={
        <span role="status">
          {status === 'on' ? (
            <Status tone="ok" icon={PlugZap}>
              {t('labels.server.on')}
            </Status>
          ) : (
            <Status tone={status === 'lost' ? 'bad' : 'off'} icon={Unplug}>
              {t(`labels.server.${status}`)}
            </Status>
          )}
        </span>
      }
    >
      <form
        className="label-address"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOff) go();
        }}
      >
        <Field label={t('labels.server.host')}>
          <TextInput
            dir="ltr"
            value={host}
            inputMode="url"
            spellCheck={false}
            disabled={!isOff}
            invalid={tried && !read}
            onChange={(event) => setHost(event.target.value)}
          />
        </Field>
        <Field label={t('labels.server.port')}>
          <TextInput
            dir="ltr"
            value={port}
            inputMode="numeric"
            disabled={!isOff}
            invalid={tried && !read}
            onChange={(event) => setPort(event.target.value)}
          />
        </Field>
        {isOff ? (
          <Button type="submit" icon={Plug}>
            {t('labels.server.connect')}
          </Button>
        ) : (
          <Button onClick={disconnect}>{t('labels.server.disconnect')}</Button>
        )}
      </form>
      {tried && !read && <Banner tone="bad">{t('labels.refused.address')}</Banner>}
      {status === 'waiting' && <Note tone="warn">{t('labels.server.waitingText')}</Note>}
      {status === 'lost' && <Banner tone="bad">{t('labels.server.lostText')}</Banner>}
      {status === 'pairing' && connectedAddress && <Pairing />}
      {isOff && fault && <ConnectionHelp fault={fault} />}
    </Section>
  );
}

function Pairing() {
  const { t } = useTranslation();
  const { address } = useConnection();
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const digits = latinDigits(code).replace(/\D/g, '');
  const pair = async () => {
    if (!address) return;
    setRefused(null);
    await pairWith(address, digits).catch((error: unknown) => setRefused(error instanceof PrintServerError ? error.code : 'unreachable'));
    setCode('');
  };
  const errorKey = refused === 'code_wrong' || refused === 'pairing_closed' ? refused : 'failed';
  return (
    <form
      className="label-pair"
      onSubmit={(event) => {
        event.preventDefault();
        void pair();
      }}
    >
      <Field
        label={t('labels.server.code')}
        hint={t('labels.server.codeHint')}
        error={refused && t(`labels.server.codeRefused.${errorKey}`)}
      >
        <TextInput
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          autoFocus
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={digits.length !== 6}>
        {t('labels.server.pair')}
      </Button>
      <p className="hint">
        {t('labels.server.newCode')} <code dir="ltr">{printServerCommand()} pair</code>
      </p>
    </form>
  );
}

/** Explains a fault and its remedy. */
function ConnectionHelp({ fault }: { fault: Fault }) {
  const { t } = useTranslation();
  const command =
    fault === 'not_answering'
      ? `${printServerCommand()} --allow ${location.origin}`
      : fault === 'origin_not_allowed'
        ? `${printServerCommand()} allow ${location.origin}`
        : null;
  return (
    <Banner tone="bad">
      <b>{t('labels.server.failed')}</b>
      <p>{t(`labels.fault.${fault}`, { origin: location.origin })}</p>
      {command && (
        <code className="label-command" dir="ltr">
          {command}
        </code>
      )}
    </Banner>
  );
}
