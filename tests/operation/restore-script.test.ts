/** The script of a restore, as the client tools of PostgreSQL 17 write it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { leaveOutTransactionTimeout } from '../../scripts/pg-tools.ts'

it('is for a server that does not know transaction_timeout, and is the same in all else', () => {
  const script = (timeout: string) => `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
SET lock_timeout = 0;
${timeout}SET client_encoding = 'UTF8';
COPY public.articles (body) FROM stdin;
${'x'.repeat(5000)} SET transaction_timeout = 0;
\\.
`
  const folder = mkdtempSync(join(tmpdir(), 'maahad-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'maahad.sql')
  for (const [written, left] of [
    ['SET transaction_timeout = 0;\n', '--T transaction_timeout = 0;\n'],
    ['', ''],
  ] as const) {
    writeFileSync(file, script(written))
    leaveOutTransactionTimeout(file)
    expect(readFileSync(file, 'utf8')).toBe(script(left))
  }
})
