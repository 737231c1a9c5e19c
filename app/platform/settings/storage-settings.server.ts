/** Where files are stored, with its keys. */
import { z } from 'zod'

export const storageEnvironment = {
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  /** For another S3 service than Amazon's. */
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  STORAGE_S3_REGION: z.string().optional(),
  STORAGE_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  STORAGE_S3_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** 1 puts the bucket's name into the path in place of the host. */
  STORAGE_S3_PATH_STYLE: z.enum(['0', '1']).default('0'),
}
const Environment = z.object(storageEnvironment)
type Read = z.infer<typeof Environment>

export type S3Settings = {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}
export type StorageSettings = { kind: 'disk' } | ({ kind: 's3' } & S3Settings)

const NEEDED = [
  'STORAGE_S3_REGION',
  'STORAGE_S3_BUCKET',
  'STORAGE_S3_ACCESS_KEY_ID',
  'STORAGE_S3_SECRET_ACCESS_KEY',
] as const

/** The missing settings of the chosen storage, one line each. */
export function missingStorageSettings(read: Read): string[] {
  if (read.STORAGE === 'disk') return []
  return NEEDED.filter((name) => !read[name]).map((name) => `${name}: needed when STORAGE is s3`)
}

export function storageSettings(read: Read): StorageSettings {
  if (read.STORAGE === 'disk') return { kind: 'disk' }
  return {
    kind: 's3',
    endpoint: read.STORAGE_S3_ENDPOINT,
    region: read.STORAGE_S3_REGION!,
    bucket: read.STORAGE_S3_BUCKET!,
    accessKeyId: read.STORAGE_S3_ACCESS_KEY_ID!,
    secretAccessKey: read.STORAGE_S3_SECRET_ACCESS_KEY!,
    pathStyle: read.STORAGE_S3_PATH_STYLE === '1',
  }
}
