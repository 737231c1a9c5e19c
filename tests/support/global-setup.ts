import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { folderInMemory, startTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateUrl: string
    files: string
  }
}

/** What all the data folders and browsers of a run may need at once, several times over. */
const MIN_ROOM_BYTES = 2_000_000_000

/** One PostgreSQL for the whole run; each test file copies the migrated template. */
export default async function setup(project: TestProject) {
  const endTemporaryFiles = keepTemporaryFilesInMemory()
  const cluster = await startTestCluster().catch((error) => {
    endTemporaryFiles()
    throw error
  })
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('templateUrl', cluster.templateUrl)
  project.provide('files', cluster.files)
  return async () => {
    await cluster.stop()
    endTemporaryFiles()
  }
}

/** Creating and deleting the hundreds of files of each site takes a disk's file system as long as a test. */
function keepTemporaryFilesInMemory(): () => void {
  const folder = folderInMemory('maahad-tmp-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const { bavail, bsize } = statfsSync(folder)
  if (folder.startsWith(tmpdir()) || bavail * bsize < MIN_ROOM_BYTES) {
    remove()
    return () => undefined
  }
  // As /tmp: a test starts the product as an ordinary user.
  chmodSync(folder, 0o1777)
  // The workers, their browsers and servers inherit it.
  process.env.TMPDIR = folder
  return remove
}
