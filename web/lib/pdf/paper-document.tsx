import type { ReactNode } from 'react';
import { Document, Page, StyleSheet, Text, View } from '@react-pdf/renderer';
import { directionOf, printable, type Paper, type PaperColumn } from './paper.ts';

// Cairo's line is 1.87 em high; a lower box draws nothing at all.
const lineHeight = 1.9;
// Inherited it stays the height of the size it was declared with, so every size declares it again.
const sized = (fontSize: number) => ({ fontSize, lineHeight });
// A word of two scripts is two runs to the renderer, which then breaks it with a hyphen: 180×- 70.
const neverBreak = 10_000;
const ink = '#1f1c18';
const soft = '#696156';
const rule = '#d5cec0';
const strongRule = '#8b8273';

// The renderer loses the sideways offsets of pairs and marks (it scales them twice), which swallowed the space before في:
// pairs are not kerned, and printable() takes the vowel marks away.
const styles = StyleSheet.create({
  page: { fontFamily: 'Cairo', ...sized(9), fontFeatureSettings: { kern: 0 }, color: ink, paddingTop: 34, paddingBottom: 24, paddingHorizontal: 40 },
  running: { paddingTop: 8, color: soft, ...sized(8), justifyContent: 'space-between' },
  head: { justifyContent: 'space-between', alignItems: 'flex-end', paddingBottom: 6 },
  title: { ...sized(11), color: soft },
  number: { ...sized(20), fontWeight: 700 },
  status: { ...sized(9), fontWeight: 700, borderWidth: 0.75, borderColor: strongRule, borderRadius: 2, paddingHorizontal: 7, marginHorizontal: 10 },
  facts: { flexWrap: 'wrap', borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: rule, paddingVertical: 5, marginBottom: 12 },
  fact: { width: '33.33%', paddingVertical: 2 },
  label: { ...sized(8), color: soft },
  value: { fontWeight: 700 },
  tableHead: { backgroundColor: '#f4f1ea', borderBottomWidth: 0.75, borderColor: rule, color: soft, ...sized(8) },
  row: { borderBottomWidth: 0.5, borderColor: '#e6e1d6' },
  cell: { paddingHorizontal: 5, paddingVertical: 2 },
  box: { width: 10, height: 10, borderWidth: 0.75, borderColor: strongRule, alignSelf: 'center', marginTop: 5 },
  totals: { width: 240, marginTop: 8 },
  total: { justifyContent: 'space-between', paddingVertical: 1 },
  figure: { direction: 'ltr', textAlign: 'right', paddingHorizontal: 5 },
  final: { borderTopWidth: 0.75, borderColor: strongRule, marginTop: 3, paddingTop: 3, ...sized(12), fontWeight: 700 },
  double: { height: 2.5, borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: strongRule },
  notes: { marginBottom: 12 },
  signatures: { marginTop: 44, justifyContent: 'space-between' },
  signature: { width: '30%', borderTopWidth: 0.75, borderColor: strongRule, paddingTop: 3, color: soft, ...sized(8) },
});

type Flow = 'ltr' | 'rtl';

/** A text in its own script, standing at the start of the paper whichever way it runs. */
function Words({ children, flow, style = {} }: { children: string; flow: Flow; style?: Record<string, unknown> }) {
  return <Text hyphenationPenalty={neverBreak} style={{ textAlign: flow === 'rtl' ? 'right' : 'left', ...style, direction: directionOf(children, flow) }}>{printable(children)}</Text>;
}

function Cell({ text, column, flow, width, head = false }: { text: string; column: PaperColumn; flow: Flow; width: string; head?: boolean }) {
  if (column.kind === 'box' && !head) {
    return <View style={{ width }}><View style={styles.box} /></View>;
  }
  const weight = column.strong && !head ? 700 : 400;
  if (column.kind === 'text' || head) {
    const align = column.kind === 'figure' ? 'right' : column.kind === 'box' ? 'center' : flow === 'rtl' ? 'right' : 'left';
    return <View style={{ width }}><Words flow={flow} style={{ ...styles.cell, textAlign: align, fontWeight: weight }}>{text}</Words></View>;
  }
  const align = column.kind === 'figure' || flow === 'rtl' ? 'right' : 'left';
  return <View style={{ width }}><Text style={{ ...styles.cell, textAlign: align, direction: 'ltr', fontWeight: weight }}>{text}</Text></View>;
}

/** Any document of lines on A4: head, facts, lines with a head repeated on each page, totals with their rules, notes, signatures. */
export function PaperDocument({ paper }: { paper: Paper }) {
  const flow: Flow = paper.language === 'ar' ? 'rtl' : 'ltr';
  const row = { flexDirection: flow === 'rtl' ? 'row-reverse' : 'row' } as const;
  const shares = paper.columns.reduce((sum, column) => sum + column.share, 0);
  const width = (column: PaperColumn) => `${(column.share / shares) * 100}%`;

  // A4 without its margins, in points; sums stand under the last column, unit below unit.
  const lastColumn = (515 * (paper.columns.at(-1)?.share ?? 0)) / shares;
  const frame = ({ children, pageNumber = 1, totalPages = 1 }: { children: ReactNode; pageNumber?: number; totalPages?: number }) => (
    <View style={{ flexGrow: 1 }}>
      <View style={{ flexGrow: 1 }}>{children}</View>
      <View style={{ ...styles.running, ...row }}>
        <Words flow={flow}>{paper.printed}</Words>
        {/* A page that was parted from the first still says whose it is. */}
        <Text style={{ direction: 'ltr' }}>{paper.number}</Text>
        <Words flow={flow}>{paper.page(pageNumber, totalPages)}</Words>
      </View>
    </View>
  );

  return (
    <Document title={`${paper.title} ${paper.number}`} author={paper.business} language={paper.language}>
      <Page size="A4" style={styles.page} layout={frame}>
        <View style={{ ...styles.head, ...row }}>
          <View style={{ alignItems: flow === 'rtl' ? 'flex-end' : 'flex-start' }}>
            <Words flow={flow} style={styles.title}>{paper.title}</Words>
            <View style={{ ...row, alignItems: 'center' }}>
              <Text style={{ ...styles.number, direction: 'ltr' }}>{paper.number}</Text>
              {paper.status ? <Words flow={flow} style={styles.status}>{paper.status}</Words> : null}
            </View>
          </View>
          <Words flow={flow} style={{ ...sized(11), fontWeight: 700 }}>{paper.business}</Words>
        </View>

        <View style={{ ...styles.facts, ...row }}>
          {paper.facts.map((fact) => (
            <View key={fact.label} style={styles.fact}>
              <Words flow={flow} style={styles.label}>{fact.label}</Words>
              {fact.code ? <Text style={{ ...styles.value, direction: 'ltr', textAlign: flow === 'rtl' ? 'right' : 'left' }}>{fact.value}</Text> : <Words flow={flow} style={styles.value}>{fact.value}</Words>}
            </View>
          ))}
        </View>

        {paper.notes ? (
          <View style={styles.notes}>
            <Words flow={flow} style={styles.label}>{paper.notes.label}</Words>
            {paper.notes.value.split('\n').map((line, at) => <Words key={at} flow={flow}>{line || ' '}</Words>)}
          </View>
        ) : null}

        <View style={{ ...styles.tableHead, ...row }} fixed>
          {paper.columns.map((column) => (
            <Cell key={column.label} head text={column.label} column={column} flow={flow} width={width(column)} />
          ))}
        </View>
        {paper.rows.map((cells, index) => (
          <View key={index} style={{ ...styles.row, ...row }} wrap={false}>
            {paper.columns.map((column, at) => (
              <Cell key={column.label} text={cells[at] ?? ''} column={column} flow={flow} width={width(column)} />
            ))}
          </View>
        ))}

        <View wrap={false}>
          <View style={{ ...styles.totals, alignSelf: flow === 'rtl' ? 'flex-start' : 'flex-end' }}>
            {paper.totals.map((total) => (
              <View key={total.label}>
                <View style={{ ...styles.total, ...row, ...(total.final ? styles.final : {}) }}>
                  <Words flow={flow}>{total.label}</Words>
                  <Text style={{ ...styles.figure, width: lastColumn }}>{total.value}</Text>
                </View>
                {total.final ? <View style={styles.double} /> : null}
              </View>
            ))}
          </View>
          <View style={{ ...styles.signatures, ...row }}>
            {paper.signatures.map((name) => <View key={name} style={styles.signature}><Words flow={flow}>{name}</Words></View>)}
          </View>
        </View>
      </Page>
    </Document>
  );
}
