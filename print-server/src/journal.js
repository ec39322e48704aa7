/*
 * What became of each job, a line for each change, on the disk before anybody is told. A job's pages lie beside it until
 * it has ended. A line that a crash or a full disk cut short was never answered for, and is dropped.
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

// A browser asks again within minutes; a person looks back a few days.
const days = 7;
const mostLines = 5_000;

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

  /** Leaves out what is of no more use. */
  async compact() {
    const since = new Date(Date.now() - days * 86_400_000).toISOString();
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

  /** The pages first, then the line that says they are there. @param {Job} job @param {string} pages */
  async add(job, pages) {
    try {
      await writeFile(this.pagesOf(job.id), pages, { mode: 0o600, flush: true });
      syncFolder(this.pagesFolder);
      await this.write(job);
    } catch (error) {
      // The line may be on the disk all the same: without its pages what was refused is not printed after a restart.
      await rm(this.pagesOf(job.id), { force: true });
      throw error;
    }
    this.jobs.set(job.id, job);
  }

  /** What has happened is known at once, also where the disk would not take it. @param {Job} before @param {State} state @param {string | null} reason */
  async change(before, state, reason) {
    const job = { ...before, state, reason, changed: new Date().toISOString() };
    this.jobs.set(job.id, job);
    try {
      await this.write(job);
    } finally {
      // Also where the line could not be kept: without its pages nothing is printed after a restart that a person was told has ended.
      if (hasEnded(job)) await rm(this.pagesOf(job.id), { force: true });
    }
  }

  /** One line after another, each on the disk before the next. @param {Job} job */
  write(job) {
    const written = this.last.then(async () => {
      if (this.lines > mostLines + 2 * this.jobs.size) await this.compact();
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

/** Begun on a line of its own, whatever became of the one before. @param {Job} job */
const line = (job) => `\n${JSON.stringify(job)}\n`;

/** @param {string} name @returns {Map<string, Job>} */
function replay(name) {
  const jobs = new Map();
  for (const line of whole(name).split('\n').slice(0, -1)) {
    try {
      const job = JSON.parse(line || 'null');
      if (job) jobs.set(job.id, job);
    } catch {
      // Cut short.
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

/** What makes two requests the same job. @param {unknown} content */
export const fingerprint = (content) => createHash('sha256').update(JSON.stringify(content)).digest('hex');
