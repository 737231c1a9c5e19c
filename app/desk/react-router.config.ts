import type { Config } from '@react-router/dev/config'

/** The desk is an application of its own, so that public pages carry nothing of it: decision 0062. */
export default {
  ssr: true,
  appDirectory: '.',
  buildDirectory: '../../build/desk',
  routeDiscovery: { mode: 'initial' },
} satisfies Config
