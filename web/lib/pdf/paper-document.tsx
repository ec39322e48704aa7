import type { ReactNode } from 'react';
import { Document, Image, Page, Path, StyleSheet, Svg, Text, View } from '@react-pdf/renderer';
import type { Face } from './face.ts';
import { cut, directionOf, printable, type Paper, type PaperColumn } from './paper.ts';
import type { ScanCode } from './scan-code.ts';

// Cairo's line is 1.87 em high; in a lower box the renderer draws nothing.
const lineHeight = 1.9;
// The renderer inherits lineHeight in points, so it is set with each font size.
export const sized = (fontSize: number) => ({ fontSize, lineHeight });
// The width of A4 without margins, in points.
const sheetWidth = 515;
const cellPadding = 5;
const totalsWidth = 240;
const businessWidth = 200;
// The renderer splits a word of two scripts into two runs and would hyphenate between them: 180×- 70.
const neverBreak = 10_000;
export const ink = '#1f1c18';
export const soft = '#696156';
const rule = '#d5cec0';
export const strongRule = '#8b8273';

// The renderer scales the horizontal offsets of kerning and marks twice, which swallowed the space before في: kerning is off, and
// printable() removes vowel marks.
const styles = StyleSheet.create({
  page: {
    ...sized(9),
    fontFeatureSettings: { kern: 0 },
    color: ink,
    paddingTop: 34,
    paddingBottom: 24,
    paddingHorizontal: 40,
  },
  running: { paddingTop: 8, color: soft, ...sized(8), justifyContent: 'space-between' },
  head: { justifyContent: 'space-between', alignItems: 'flex-end', paddingBottom: 6 },
  title: { ...sized(11), color: soft },
  number: { ...sized(20), fontWeight: 700 },
  status: {
    ...sized(9),
    fontWeight: 700,
    borderWidth: 0.75,
    borderColor: strongRule,
    borderRadius: 2,
    paddingHorizontal: 7,
    marginHorizontal: 10,
  },
  logo: { maxWidth: 130, maxHeight: 44, objectFit: 'contain', marginBottom: 4 },
  facts: { flexWrap: 'wrap', borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: rule, paddingVertical: 5, marginBottom: 12 },
  third: { width: sheetWidth / 3 },
  fact: { width: sheetWidth / 3, paddingVertical: 2 },
  label: { ...sized(8), color: soft },
  value: { fontWeight: 700 },
  tableHead: { backgroundColor: '#f4f1ea', borderBottomWidth: 0.75, borderColor: rule, color: soft, ...sized(8) },
  row: { borderBottomWidth: 0.5, borderColor: '#e6e1d6' },
  cell: { paddingHorizontal: cellPadding, paddingVertical: 2 },
  box: { width: 10, height: 10, borderWidth: 0.75, borderColor: strongRule, alignSelf: 'center', marginTop: 5 },
  totals: { width: totalsWidth, marginTop: 8 },
  total: { justifyContent: 'space-between', paddingVertical: 1 },
  figure: { direction: 'ltr', textAlign: 'right', paddingHorizontal: cellPadding },
  final: { borderTopWidth: 0.75, borderColor: strongRule, marginTop: 3, paddingTop: 3 },
  double: { height: 2.5, borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: strongRule },
  notes: { marginBottom: 12 },
  signatures: { marginTop: 44, justifyContent: 'space-between' },
  signature: { width: '30%', borderTopWidth: 0.75, borderColor: strongRule, paddingTop: 3, color: soft, ...sized(8) },
});

const finalWords = { ...sized(12), fontWeight: 700 };
// The width of a third of the sheet, with a gap.
const thirdRoom = sheetWidth / 3 - 10;

export type Flow = 'ltr' | 'rtl';

export interface Base {
  flow: Flow;
  face: Face;
}

interface WordsProps extends Base {
  children: string;
  /** Points; a longer word is cut. */
  room: number;
  /** A code or number: always left to right. */
  code?: boolean;
  style?: { fontSize?: number; fontWeight?: number; [key: string]: unknown };
}

/** A text in its own direction, aligned to the start of the document's direction. */
export function Words({ children, flow, face, room, code = false, style = {} }: WordsProps) {
  const { fontSize = 9, fontWeight = 400 } = style;
  const text = cut(printable(children, face.shows), room, (part) =>
    part.length * fontSize * 1.2 < room ? 0 : face.width(part, fontSize, fontWeight === 700),
  );
  return (
    <Text
      hyphenationPenalty={neverBreak}
      style={{ textAlign: flow === 'rtl' ? 'right' : 'left', ...style, direction: code ? 'ltr' : directionOf(children, flow) }}
    >
      {text}
    </Text>
  );
}

function Cell({
  text,
  column,
  flow,
  face,
  width,
  head = false,
}: Base & { text: string; column: PaperColumn; width: number; head?: boolean }) {
  if (column.kind === 'box' && !head) {
    return (
      <View style={{ width }}>
        <View style={styles.box} />
      </View>
    );
  }
  const align = column.kind === 'figure' ? 'right' : column.kind === 'box' ? 'center' : flow === 'rtl' ? 'right' : 'left';
  const room = width - 2 * cellPadding;
  const bold = column.strong && !head;
  // A number must not wrap, so it shrinks.
  const size = head
    ? 8
    : column.kind === 'figure'
      ? Math.min(9, (9 * (room - 0.5)) / face.width(printable(text, face.shows), 9, bold ?? false))
      : 9;
  const style = { ...styles.cell, ...sized(size), textAlign: align, fontWeight: bold ? 700 : 400 };
  return (
    <View style={{ width }}>
      <Words flow={flow} face={face} room={room} code={!head && column.kind !== 'text'} style={style}>
        {text}
      </Words>
    </View>
  );
}

export interface DrawnPaper {
  paper: Paper;
  face: Face;
  logo?: string;
  square?: ScanCode | null;
  bars?: ScanCode | null;
}

/** A code to scan, with its quiet zone. */
export function Scanned({ code: { width, height, quiet, path }, room }: { code: ScanCode; room: number }) {
  const [wide, high] = [width + 2 * quiet, height + 2 * Math.min(quiet, 4)];
  return (
    <Svg width={room} height={(room * high) / wide} viewBox={`${-quiet} ${-Math.min(quiet, 4)} ${wide} ${high}`}>
      <Path d={path} fill="#000000" />
    </Svg>
  );
}

/** Any document with lines on A4: head, facts, lines whose head repeats on each page, totals, notes, signatures. */
export function PaperDocument({ paper, face, logo, square }: DrawnPaper) {
  const flow: Flow = paper.language === 'ar' ? 'rtl' : 'ltr';
  const base = { flow, face };
  const row = { flexDirection: flow === 'rtl' ? 'row-reverse' : 'row' } as const;
  const shares = paper.columns.reduce((sum, column) => sum + column.share, 0);
  const width = (column: PaperColumn) => (sheetWidth * column.share) / shares;
  // Totals are aligned under the last column.
  const lastColumn = (sheetWidth * (paper.columns.at(-1)?.share ?? 0)) / shares;
  const frame = ({ children, pageNumber = 1, totalPages = 1 }: { children: ReactNode; pageNumber?: number; totalPages?: number }) => (
    <View style={{ flexGrow: 1 }}>
      <View style={{ flexGrow: 1 }}>{children}</View>
      <View style={{ ...styles.running, ...row }}>
        <View style={styles.third}>
          <Words {...base} room={thirdRoom} style={sized(8)}>
            {paper.printed}
          </Words>
        </View>
        {/* Identifies a page that is separated from the first. */}
        <View style={styles.third}>
          <Words {...base} room={thirdRoom} style={{ ...sized(8), textAlign: 'center' }}>
            {paper.number}
          </Words>
        </View>
        <View style={styles.third}>
          <Words {...base} room={thirdRoom} style={{ ...sized(8), textAlign: flow === 'rtl' ? 'left' : 'right' }}>
            {paper.page(pageNumber, totalPages)}
          </Words>
        </View>
      </View>
    </View>
  );

  return (
    <Document title={`${paper.title} ${paper.number}`} author={paper.letterhead.name} language={paper.language}>
      <Page size="A4" style={{ ...styles.page, fontFamily: face.families }} layout={frame}>
        <View style={{ ...styles.head, ...row }}>
          <View style={{ alignItems: flow === 'rtl' ? 'flex-end' : 'flex-start' }}>
            <Words {...base} room={sheetWidth / 2} style={styles.title}>
              {paper.title}
            </Words>
            <View style={{ ...row, alignItems: 'center' }}>
              <Words {...base} room={sheetWidth} style={styles.number}>
                {paper.number}
              </Words>
              {paper.status ? (
                <Words {...base} room={sheetWidth / 4} style={styles.status}>
                  {paper.status}
                </Words>
              ) : null}
            </View>
          </View>
          <View style={{ maxWidth: businessWidth, alignItems: flow === 'rtl' ? 'flex-start' : 'flex-end' }}>
            {logo ? <Image src={logo} style={styles.logo} /> : null}
            <Words {...base} room={businessWidth} style={{ ...sized(11), fontWeight: 700 }}>
              {paper.letterhead.name}
            </Words>
            {paper.letterhead.facts.map((fact) => (
              <View key={fact.label} style={{ ...row, columnGap: 4, maxWidth: businessWidth }}>
                <View style={{ maxWidth: businessWidth / 2 - 2 }}>
                  <Words {...base} room={businessWidth / 2 - 2} style={styles.label}>
                    {fact.label}
                  </Words>
                </View>
                <View style={{ maxWidth: businessWidth / 2 - 2 }}>
                  <Words {...base} room={businessWidth / 2 - 2} code={fact.code} style={sized(8)}>
                    {fact.value}
                  </Words>
                </View>
              </View>
            ))}
          </View>
        </View>

        <View style={{ ...styles.facts, ...row }}>
          {paper.facts.map((fact) => (
            <View key={fact.label} style={[styles.fact, flow === 'rtl' ? { paddingLeft: 10 } : { paddingRight: 10 }]}>
              <Words {...base} room={thirdRoom} style={styles.label}>
                {fact.label}
              </Words>
              <Words {...base} room={thirdRoom} code={fact.code} style={styles.value}>
                {fact.value}
              </Words>
            </View>
          ))}
        </View>

        {paper.notes ? (
          <View style={styles.notes}>
            <Words {...base} room={sheetWidth} style={styles.label}>
              {paper.notes.label}
            </Words>
            {/* Several empty lines become one, because thousands would fill a hundred pages. */}
            {paper.notes.value
              .trim()
              .replace(/\n\s*\n/g, '\n\n')
              .split('\n')
              .map((line, index) => (
                <Words key={index} {...base} room={sheetWidth}>
                  {line || ' '}
                </Words>
              ))}
          </View>
        ) : null}

        <View style={{ ...styles.tableHead, ...row }} fixed>
          {paper.columns.map((column) => (
            <Cell key={column.label} head text={column.label} column={column} {...base} width={width(column)} />
          ))}
        </View>
        {paper.rows.map((cells, index) => (
          <View key={index} style={{ ...styles.row, ...row }} wrap={false}>
            {paper.columns.map((column, index) => (
              <Cell key={column.label} text={cells[index] ?? ''} column={column} {...base} width={width(column)} />
            ))}
          </View>
        ))}

        <View wrap={false}>
          <View style={{ ...row, justifyContent: 'space-between', alignItems: 'flex-start' }}>
            <View>{square ? <Scanned code={square} room={110} /> : null}</View>
            <View style={styles.totals}>
              {paper.totals.map((total) => {
                const words = total.final ? finalWords : sized(9);
                // A total is never cut: it takes the width it needs from its label.
                const room = Math.max(lastColumn - 2 * cellPadding, face.width(total.value, words.fontSize, total.final ?? false) + 1);
                return (
                  <View key={total.label}>
                    <View style={{ ...styles.total, ...row, ...(total.final ? styles.final : {}) }}>
                      <View style={{ width: totalsWidth - room - 2 * cellPadding }}>
                        <Words {...base} room={totalsWidth - room - 2 * cellPadding} style={words}>
                          {total.label}
                        </Words>
                      </View>
                      <View style={{ width: room + 2 * cellPadding }}>
                        <Words {...base} room={room} code style={{ ...styles.figure, ...words }}>
                          {total.value}
                        </Words>
                      </View>
                    </View>
                    {total.final ? <View style={styles.double} /> : null}
                  </View>
                );
              })}
            </View>
          </View>
          <View style={{ ...styles.signatures, ...row }}>
            {paper.signatures.map((name) => (
              <View key={name} style={styles.signature}>
                <Words {...base} room={sheetWidth * 0.3} style={sized(8)}>
                  {name}
                </Words>
              </View>
            ))}
          </View>
        </View>
      </Page>
    </Document>
  );
}
