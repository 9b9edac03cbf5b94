import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  exampleOf,
  filled,
  type LetterText,
  letterFaults,
  letterOf,
  letterPlaces,
  maxLetterText,
  maxLetterTitle,
} from '#shared/messages/letters/letters.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { showSent } from '#web/platform/messages/mail-waits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Letters.module.css'
import { testOn, useSaveLetter, type WrittenLetter } from './queries.ts'

interface LetterFormProps {
  competition: string
  /** The competition's title, for the example. */
  title: string
  letter: WrittenLetter
  onUnsaved: (unsaved: boolean) => void
}

/** One letter: its text, the placeholders that it may contain, and how a participant reads it. */
export function LetterForm({ competition, title, letter, onUnsaved }: LetterFormProps) {
  const { letter: name, own } = letter
  const stored: LetterText = { title: letter.title, text: letter.text }
  const [edited, setEdited] = useState<LetterText | null>(null)
  // The text when editing began, so that another organiser's text is not overwritten.
  const [was, setWas] = useState<LetterText>(stored)
  const [tried, setTried] = useState(false)
  const words = edited ?? stored
  const { name: called, when, adds, inTitle, inText } = letterOf(name)
  const faults = tried ? letterFaults(name, words) : {}
  const unsaved = edited !== null
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, unsaved])
  const word = useSaveLetter(competition, name)
  const test = useMutation({ mutationFn: () => testOn(competition, name, words) })

  const edit = (change: Partial<LetterText>) => {
    if (!edited) setWas(stored)
    setEdited({ ...words, ...change })
  }
  const settled = (said: string) => {
    setEdited(null)
    setTried(false)
    showBanner(said, 'success')
  }
  /** Goes to the first fault, if there is one. */
  const sound = () => {
    setTried(true)
    const found = letterFaults(name, words)
    const first = found.title ? 'title' : found.text ? 'text' : null
    if (first) document.getElementById(`field-${name}_${first}`)?.focus()
    return first === null
  }
  const examples = exampleOf(name, title)
  return (
    <Panel
      title={called}
      id={`letter-${name}`}
      onPhone
      says={`${when}. ${unsaved ? 'Новые слова не сохранены' : own ? 'Свои слова' : 'Слова портала'}`}
    >
      <div className={styles.letter}>
        <form
          className={lists.fields}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!word.isPending && sound())
              word.mutate({ words, was: edited ? was : stored }, { onSuccess: () => settled('Письмо сохранено') })
          }}
        >
          <div className={lists.line}>
            <span className={lists.quiet}>{when}</span>
            {own ? (
              <StatusBadge look="done">Свои слова</StatusBadge>
            ) : (
              <StatusBadge look="neutral">Слова портала</StatusBadge>
            )}
          </div>
          <TextField
            name={`${name}_title`}
            label="Тема"
            maxLength={maxLetterTitle}
            error={faults.title ?? null}
            value={words.title}
            onChange={(given) => edit({ title: given })}
          />
          <TextArea
            name={`${name}_text`}
            label="Текст"
            rows={5}
            limit={maxLetterText}
            error={faults.text ?? null}
            value={words.text}
            onChange={(given) => edit({ text: given })}
          />
          <dl className={styles.places} aria-label="Что портал подставит вместо слов в скобках">
            {inText.map((place) => (
              <div key={place}>
                <dt>{`{${place}}`}</dt>
                <dd>
                  {letterPlaces[place].means}
                  {inTitle.includes(place) ? ', можно и в теме' : ''}
                </dd>
              </div>
            ))}
          </dl>
          <FailureNotice error={word.error} />
          <div className={styles.acts}>
            <Button type="submit" pending={word.isPending}>
              Сохранить
            </Button>
            <Button
              kind="secondary"
              pending={test.isPending}
              onClick={() =>
                sound() &&
                test.mutate(undefined, {
                  onSuccess: () => showSent('Письмо отправлено вам'),
                  onError: (error) => showBanner(failureText(error)),
                })
              }
            >
              Прислать себе
            </Button>
            {own && (
              <Button
                kind="quiet"
                pending={word.isPending}
                onClick={() =>
                  word.mutate(
                    { words: null, was: stored },
                    { onSuccess: () => settled('Портал снова пишет своими словами') },
                  )
                }
              >
                Вернуть слова портала
              </Button>
            )}
          </div>
        </form>
        <section className={lists.fields} aria-label={`Пример письма «${called}»`}>
          <p className={lists.quiet}>Так прочитает участник</p>
          <div className={styles.paper}>
            <strong>{filled(words.title, examples)}</strong>
            <p>{filled(words.text, examples)}</p>
          </div>
          {adds && <p className={lists.quiet}>{adds}</p>}
        </section>
      </div>
    </Panel>
  )
}
