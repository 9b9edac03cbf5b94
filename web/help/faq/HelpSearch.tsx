import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { isPlainClick } from '#web/platform/navigation/is-plain-click.ts'
import { SearchRow } from '#web/platform/ui/SearchRow.tsx'
import { Spinner } from '#web/platform/ui/Spinner.tsx'
import styles from './HelpSearch.module.css'
import { Highlighted } from './Highlighted.tsx'
import { minQueryLength, searchQuery, useHelpAddress } from './queries.ts'

const pause = 220

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface HelpSearchProps {
  competition: string
  /** Called when an article was chosen, so that a menu with the search can close. */
  onChoose?: () => void
}

/** Search while typing. The results are links in a list over the content below. */
export function HelpSearch({ competition, onChoose }: HelpSearchProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const address = useHelpAddress(competition)
  const query = useSettled(text.trim())
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(competition, query))
  const asked = open && text.trim().length >= minQueryLength
  const articles = query.length >= minQueryLength ? data?.articles : undefined

  /** The router opens the link without a full page load; keyboard selection also sends a click. */
  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    setOpen(false)
    setText('')
    onChoose?.()
    void router.navigate({ to: link.getAttribute('href') as string })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the oldest supported browsers lack <search>
    <div
      ref={box}
      className={styles.search}
      role="search"
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onClickCapture={follow}
    >
      <Autocomplete disableAutoFocusFirst>
        <SearchField
          aria-label="Поиск по помощи"
          value={text}
          maxLength={200}
          onChange={(typed) => {
            setText(typed)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
        >
          <SearchRow inputClass={styles.input ?? ''} placeholder="Введите свой вопрос" />
        </SearchField>
        {asked && (
          <div className={styles.found} data-help-found>
            {isError ? (
              <p className={styles.note} role="alert">
                Не получилось найти.{' '}
                <button type="button" className={styles.again} onClick={() => refetch()}>
                  Повторить
                </button>
              </p>
            ) : !articles ? (
              <p className={styles.note} role="status">
                <Spinner /> Ищем…
              </p>
            ) : articles.length === 0 ? (
              <p className={styles.note} role="status">
                {isFetching ? 'Ищем…' : 'Ничего не нашлось, попробуйте изменить ваш запрос'}
              </p>
            ) : (
              <>
                {data?.corrected && (
                  <p className={styles.note} role="status">
                    Показываем по запросу «{data.corrected}»
                  </p>
                )}
                <ListBox aria-label="Найденные статьи" className={styles.list ?? ''} items={articles}>
                  {(article) => (
                    <ListBoxItem
                      id={article.id}
                      textValue={article.title}
                      href={address(article.path)}
                      className={styles.option ?? ''}
                    >
                      <span className={styles.title}>
                        <Highlighted parts={article.title_parts} />
                      </span>
                      <span className={styles.excerpt}>
                        <Highlighted parts={article.excerpt} />
                      </span>
                    </ListBoxItem>
                  )}
                </ListBox>
              </>
            )}
          </div>
        )}
      </Autocomplete>
    </div>
  )
}
