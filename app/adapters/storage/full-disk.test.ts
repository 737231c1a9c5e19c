import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { diskStorage } from './disk.server.ts'

vi.mock('node:crypto', async (original) => ({ ...(await original<object>()), randomUUID: () => 'half' }))

it('stores nothing when the disk is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maahad-full-'))
  mkdirSync(join(folder, '.halves'))
  // Every write to this device fails with ENOSPC.
  symlinkSync('/dev/full', join(folder, '.halves', 'half'))
  const storage = diskStorage(folder)
  await expect(storage.put('files/a', Buffer.alloc(100_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect([existsSync(join(folder, 'files')), readdirSync(join(folder, '.halves'))]).toEqual([false, []])
  rmSync(folder, { recursive: true })
})
