import { useMutation, useQuery } from '@tanstack/react-query';
import { Pin, PinOff, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { saveArrangement } from '@/db/arrangements.ts';
import { errorText } from '@/db/errors.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { reportOverview, type ReportOverview } from '@/db/reports.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { TextInput } from '@/ui/text-input.tsx';
import { addressOfQuestion, sections, type Question } from './questions.ts';
import './reports.css';

/** The questions that reports answer, with this month's main figure: pinned ones first, the others by subject. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branchIds } = useBranch();
  const { arrangements } = useMe();
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const list = useRef<HTMLDivElement>(null);
  const pin = useMutation(write({ run: (names: string[]) => saveArrangement('reports', names), changes: ['profiles'] }));
  // What is being saved is shown at once.
  const pinned = (pin.isPending ? pin.variables : arrangements?.reports) ?? [];
  // Not awaited: the page is shown before its figures.
  const figures = useQuery(reportOverview(branchIds)).data;
  const asked = searchWords(words);
  const isFound = ({ name }: Question, title: string) => {
    const text = normalise([t(`reports.question.${name}`), t(`reports.words.${name}`), title].join(' '));
    return asked.every((word) => text.includes(word));
  };
  const shown = sections
    .map(({ title, questions }) => ({
      title,
      questions: questions.filter((question) => question.permissions.every(can) && isFound(question, t(`reports.section.${title}`))),
    }))
    .filter(({ questions }) => questions.length > 0);
  const found = shown.flatMap(({ questions }) => questions);
  const first = pinned.flatMap((name) => found.find((question) => question.name === name) ?? []);
  const row = (question: Question) => (
    <QuestionRow
      key={question.name}
      question={question}
      figures={figures}
      isPinned={pinned.includes(question.name)}
      onPin={(add) => {
        flushSync(() => pin.mutate(add ? [...pinned, question.name] : pinned.filter((name) => name !== question.name)));
        // Its row has moved.
        list.current?.querySelector<HTMLElement>(`[data-question=${question.name}] button`)?.focus();
      }}
    />
  );
  return (
    <>
      <PageHead
        title={t('reports.title')}
        sub={t('reports.indexSub', { place: branch ? nameOf(branch) : t('reports.allBranches'), currency: currencyWord() })}
      />
      <div className="tools">
        <TextInput
          ref={field}
          icon={Search}
          keys="/"
          type="search"
          boxClassName="w-full max-w-[420px]"
          aria-label={t('reports.find')}
          placeholder={t('reports.find')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className="scroll">
        {pin.error && (
          <div className="section">
            <Banner tone="bad">{errorText(t, pin.error)}</Banner>
          </div>
        )}
        {found.length === 0 && <p className="section muted">{t('reports.notFound')}</p>}
        <div className="report-index" ref={list}>
          {first.length > 0 && (
            <section aria-labelledby="reports-pinned">
              <h2 id="reports-pinned">{t('reports.pinned')}</h2>
              <ul>{first.map(row)}</ul>
            </section>
          )}
          {shown.map(({ title, questions }) => (
            <section key={title} aria-labelledby={`reports-${title}`}>
              <h2 id={`reports-${title}`}>
                {t(`reports.section.${title}`)} <small>{formatNumber(questions.length)}</small>
              </h2>
              <ul>{questions.filter((question) => !first.includes(question)).map(row)}</ul>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

interface QuestionRowProps {
  question: Question;
  figures: ReportOverview | undefined;
  isPinned: boolean;
  onPin: (add: boolean) => void;
}

function QuestionRow({ question, figures, isPinned, onPin }: QuestionRowProps) {
  const { t } = useTranslation();
  const { name, figure } = question;
  const title = t(`reports.question.${name}`);
  const value = figure && figures?.[figure];
  return (
    <li data-question={name}>
      <a href={addressOfQuestion(question)}>
        <span className="record-name">{title}</span>
        {figure && value !== undefined && (
          <span className="field">
            <Figure
              value={figure === 'movements' || figure === 'low_stock' ? formatNumber(value) : formatMoney(value)}
              tone={value < 0 ? 'negative' : undefined}
            />
            <small>{t(`reports.figure.${figure}`)}</small>
          </span>
        )}
      </a>
      <IconButton
        variant="quiet"
        small
        icon={isPinned ? PinOff : Pin}
        label={t(isPinned ? 'reports.unpin' : 'reports.pin', { question: title })}
        onClick={() => onPin(!isPinned)}
      />
    </li>
  );
}
