import { Document, Image, Page, StyleSheet, View } from '@react-pdf/renderer';
import { Scanned, sized, soft, strongRule, Words, ink, type Base, type DrawnPaper, type Flow } from './paper-document.tsx';
import { printable } from './paper.ts';

// An 80 mm roll, of which a till prints 72 mm, in points.
const rollWidth = 227;
const margin = 12;
const width = rollWidth - 2 * margin;
// Between columns.
const gap = 6;
// A PDF page is at most 14,400 points long: longer receipts continue on another page.
const LONGEST = 14_000;
const IN_ONE = 300;

const styles = StyleSheet.create({
  page: { ...sized(8), fontFeatureSettings: { kern: 0 }, color: ink, paddingVertical: 14, paddingHorizontal: margin },
  middle: { alignItems: 'center', marginBottom: 6 },
  logo: { maxWidth: 120, maxHeight: 44, objectFit: 'contain', marginBottom: 4 },
  part: { borderTopWidth: 0.75, borderColor: strongRule, borderStyle: 'dashed', paddingVertical: 4 },
  signature: { borderBottomWidth: 0.75, borderColor: strongRule, height: 44, marginBottom: 6 },
  pair: { justifyContent: 'space-between', columnGap: gap },
});

/** A receipt on the roll: the content of the A4 document in one column. */
export function ReceiptDocument({ paper, face, logo, square, bars }: DrawnPaper) {
  const flow: Flow = paper.language === 'ar' ? 'rtl' : 'ltr';
  const base: Base = { flow, face };
  const row = { flexDirection: flow === 'rtl' ? 'row-reverse' : 'row' } as const;
  const centred = { textAlign: 'center' } as const;
  const opposite = { textAlign: flow === 'rtl' ? 'left' : 'right' } as const;
  const texts = paper.columns.flatMap(({ kind }, index) => (kind === 'figure' ? [] : [index]));
  const figures = paper.columns.flatMap(({ kind }, index) => (kind === 'figure' ? [index] : []));
  const column = (width - gap * (figures.length - 1)) / figures.length;
  // A number must not wrap, so it shrinks; a total takes the width it needs from its label.
  const fitting = (text: string) => sized(Math.min(8, (8 * (column - 0.5)) / face.width(printable(text, face.shows), 8, false)));
  const line = (cells: readonly string[], style: object = {}) => (
    <View style={{ ...row, columnGap: gap }}>
      {figures.map((at) => (
        <View key={at} style={{ width: column }}>
          <Words {...base} room={column} style={{ ...fitting(cells[at] ?? ''), ...opposite, ...style }}>
            {cells[at] ?? ''}
          </Words>
        </View>
      ))}
    </View>
  );
  const pair = ({ label, value, code }: { label: string; value: string; code?: boolean }, style: object = {}, labelWidth = width * 0.4) => (
    <View key={label} style={{ ...row, ...styles.pair }}>
      <View style={{ width: labelWidth }}>
        <Words {...base} room={labelWidth} style={{ ...sized(8), color: soft, ...style }}>
          {label}
        </Words>
      </View>
      <View style={{ width: width - labelWidth - gap }}>
        <Words {...base} room={width - labelWidth - gap} code={code} style={{ ...sized(8), ...opposite, ...style }}>
          {value}
        </Words>
      </View>
    </View>
  );
  const lines = (text = '') =>
    text.split('\n').map(
      (line, index) =>
        line.trim() !== '' && (
          <Words key={index} {...base} room={width} style={{ ...sized(8), ...centred }}>
            {line}
          </Words>
        ),
    );
  return (
    <Document title={`${paper.title} ${paper.number}`} author={paper.letterhead.name} language={paper.language}>
      <Page
        size={{ width: rollWidth, height: paper.rows.length > IN_ONE ? LONGEST : undefined }}
        style={{ ...styles.page, fontFamily: face.families }}
      >
        <View style={styles.middle}>
          {logo ? <Image src={logo} style={styles.logo} /> : null}
          <Words {...base} room={width} style={{ ...sized(12), fontWeight: 700, ...centred }}>
            {paper.letterhead.name}
          </Words>
          {lines(paper.above)}
        </View>
        <View>{paper.letterhead.facts.map((fact) => pair(fact))}</View>
        <View style={styles.middle}>
          <Words {...base} room={width} style={{ ...sized(9), color: soft, ...centred }}>
            {paper.title}
          </Words>
          <Words {...base} room={width} code style={{ ...sized(11), fontWeight: 700, ...centred }}>
            {paper.number}
          </Words>
          {paper.status ? (
            <Words {...base} room={width} style={{ ...sized(10), fontWeight: 700, ...centred }}>
              {paper.status}
            </Words>
          ) : null}
        </View>
        <View style={styles.part}>{paper.facts.map((fact) => pair(fact))}</View>
        {paper.rows.length > 0 ? (
          <View style={styles.part}>
            {line(
              paper.columns.map(({ label }) => label),
              { color: soft },
            )}
          </View>
        ) : null}
        <View style={styles.part}>
          {paper.rows.map((cells, index) => (
            <View key={index} style={{ paddingVertical: 1 }}>
              {texts.map((text) => (
                <Words key={text} {...base} room={width} style={{ ...sized(8), fontWeight: 700 }}>
                  {cells[text] ?? ''}
                </Words>
              ))}
              {line(cells, { direction: 'ltr' })}
            </View>
          ))}
        </View>
        <View style={styles.part}>
          {paper.totals.map((total) => {
            const [size, fontWeight] = total.final ? [12, 700] : [8, 400];
            return pair(
              { ...total, code: true },
              { ...sized(size), fontWeight, ...(total.final ? { color: ink } : {}) },
              Math.min(width * 0.6, width - gap - 1 - face.width(total.value, size, fontWeight === 700)),
            );
          })}
        </View>
        {paper.notes ? <View style={styles.part}>{pair(paper.notes)}</View> : null}
        {paper.signatures.map((name) => (
          <View key={name} style={styles.signature}>
            <Words {...base} room={width} style={{ ...sized(8), color: soft }}>
              {name}
            </Words>
          </View>
        ))}
        <View style={{ ...styles.middle, ...styles.part }}>
          {square ? <Scanned code={square} room={110} /> : null}
          {bars ? <Scanned code={bars} room={width} /> : null}
          {lines(paper.below)}
          <Words {...base} room={width} style={{ ...sized(7), color: soft, ...centred }}>
            {paper.printed}
          </Words>
        </View>
      </Page>
    </Document>
  );
}
