/*
 * The state of each job, one line per change, written to disk before the client is notified. A job's pages are kept in a file until
 * it has ended. A line truncated by a crash or a full disk was never acknowledged and is dropped.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './home.js';

/**
 * @typedef {'queued' | 'sending' | 'sent' | 'done' | 'failed' | 'canceled' | 'uncertain'} State
 * @typedef {{ id: string, owner: string, hash: string, printer: string, labels: number, state: State, reason: string | null, created: string, changed: string }} Job
 */

// How long ended jobs are kept: browsers ask again within minutes, users look back a few days.
const keptDays = 7;
const maxLines = 5_000;

/** @param {Job} job */
export const hasEnded = ({ state }) => state !== 'queued' && state !== 'sending';

export class Journal {
  /** @param {string} home */
  constructor(home) {
    this.name = join(home, 'journal.jsonl');
    this.pagesFolder = join(home, 'pages');
    mkdirSync(this.pagesFolder, { recursive: true, mode: 0o700 });
    this.jobs = replay(this.name);
    this.last = Promise.resolve();
    this.lines = 0;
  }

  /** @param {string} home */
  static async open(home) {
    const journal = new Journal(home);
    await journal.compact();
    for (const page of readdirSync(journal.pagesFolder)) {
      const job = journal.jobs.get(page);
      if (!job || hasEnded(job)) rmSync(journal.pagesOf(page), { force: true });
    }
    return journal;
  }

  /** Rewrites the journal with one line per job, without old ended jobs. */
  async compact() {
    const since = new Date(Date.now() - keptDays * 86_400_000).toISOString();
    this.jobs = new Map([...this.jobs].filter(([, job]) => !hasEnded(job) || job.changed > since));
    writeFileSync(`${this.name}.new`, [...this.jobs.values()].map(line).join(''), { mode: 0o600, flush: true });
    await this.file?.close();
    renameSync(`${this.name}.new`, this.name);
    syncFolder(join(this.name, '..'));
    this.file = await open(this.name, 'a');
    this.lines = this.jobs.size;
  }

  /** @param {string} id */
  pagesOf = (id) => join(this.pagesFolder, id);

  /** Writes the pages before the line that refers to them. @param {Job} job @param {string} pages */
  async add(job, pages) {
    try {
      await writeFile(this.pagesOf(job.id), pages, { mode: 0o600, flush: true });
      syncFolder(this.pagesFolder);
      await this.write(job);
    } catch (error) {
      // The line may be on disk nevertheless: without its pages the refused job is not printed after a restart.
      await rm(this.pagesOf(job.id), { force: true });
      throw error;
    }
    this.jobs.set(job.id, job);
  }

  /** Changes the state in memory even if writing fails. @param {Job} before @param {State} state @param {string | null} reason */
  async change(before, state, reason) {
    const job = { ...before, state, reason, changed: new Date().toISOString() };
    this.jobs.set(job.id, job);
    try {
      await this.write(job);
    } finally {
      // Even if the line was not written: without its pages a job reported as ended is not printed after a restart.
      if (hasEnded(job)) await rm(this.pagesOf(job.id), { force: true });
    }
  }

  /** Appends a line after the earlier ones are on disk. @param {Job} job */
  write(job) {
    const written = this.last.then(async () => {
      if (this.lines > maxLines + 2 * this.jobs.size) await this.compact();
      await this.file?.appendFile(line(job));
      await this.file?.datasync();
      this.lines++;
    });
    this.last = written.catch(() => {});
    return written;
  }

  /** @param {string} id */
  pages = (id) => readFile(this.pagesOf(id), 'utf8');

  async close() {
    await this.last;
    await this.file?.close();
  }
}

/** Begins with a line break, since the line before may be truncated. @param {Job} job */
const line = (job) => `\n${JSON.stringify(job)}\n`;

/** @param {string} name @returns {Map<string, Job>} */
function replay(name) {
  const jobs = new Map();
  for (const line of whole(name).split('\n').slice(0, -1)) {
    try {
      const job = JSON.parse(line || 'null');
      if (job) jobs.set(job.id, job);
    } catch {
      // A truncated line.
    }
  }
  return jobs;
}

/** @param {string} name */
function whole(name) {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return '';
    throw error;
  }
}

/** Two requests with the same fingerprint are the same job. @param {unknown} content */
export const fingerprint = (content) => createHash('sha256').update(JSON.stringify(content)).digest('hex');
