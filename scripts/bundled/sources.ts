/** Of which sources the bundle was made. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from '../build.ts'

const FILE = '.sources'
const hash = () => sourcesHash(['server.ts', 'scripts/**/*'])

/** @param folder that of the bundle */
export const noteSources = (folder: string) => writeFileSync(join(folder, FILE), hash())

export const isOfTheseSources = (folder: string) => readFileSync(join(folder, FILE), 'utf8') === hash()
