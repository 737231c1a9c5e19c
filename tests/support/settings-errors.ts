import { SettingsError } from '../../app/platform/settings.server.ts'

/** The lines with which settings are refused; none when they are right. */
export function settingsErrors(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
}
