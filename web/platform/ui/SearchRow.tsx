import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { Button, Input } from 'react-aria-components/SearchField'
import styles from './SearchRow.module.css'

interface SearchRowProps {
  id?: string
  /** The class of the input. */
  inputClass: string
  placeholder?: string | undefined
}

/** A search input between its icon and its clear button; used inside a SearchField. */
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
