import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateUrl: string
    files: string
  }
}

/** One PostgreSQL for the whole run; each test file copies the migrated template. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('templateUrl', cluster.templateUrl)
  project.provide('files', cluster.files)
  return cluster.stop
}
