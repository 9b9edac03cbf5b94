import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { Button, Input } from 'react-aria-components/SearchField'
import styles from './SearchRow.module.css'

interface SearchRowProps {
  id?: string
  /** Dresses the field itself. */
  inputClass: string
  placeholder?: string | undefined
  'aria-describedby'?: string | undefined
}

/** The field of a search between its glass and the button that empties it; stands in a SearchField. */
export function SearchRow({ inputClass, ...input }: SearchRowProps) {
  return (
    <div className={styles.row}>
      <Search className={styles.glass} aria-hidden="true" />
      <Input className={`${styles.input} ${inputClass}`} {...input} />
      <Button className={styles.clear ?? ''} aria-label="Очистить">
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
