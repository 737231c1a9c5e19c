import { useNavigation } from 'react-router'
import styles from './navigation-progress.module.css'

/** A line at the top while the next page is awaited; a quick page comes before the line is seen. */
export default function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.line} aria-hidden />
}
