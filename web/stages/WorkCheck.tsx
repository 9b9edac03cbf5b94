import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { AnswerInWords } from './AnswerInWords.tsx'
import { AuthorHints } from './AuthorHints.tsx'
import { previewQuery } from './queries.ts'
import styles from './WorkEditor.module.css'
import type { WorkLook } from './work-screen.ts'

interface WorkCheckProps {
  look: Pick<WorkLook<never>, 'words' | 'Review'>
  store: FormStore
  stageId: number
  sending: boolean
  onSend: () => void
  onBack: () => void
}

/** Shows the whole work before it is handed in. */
export function WorkCheck({ look, store, stageId, sending, onSend, onBack }: WorkCheckProps) {
  const { words, Review = AnswerInWords } = look
  const title = useRef<HTMLHeadingElement>(null)
  // Only works that are assessed without names are checked for words that identify the author.
  const { data } = useQuery({ ...previewQuery(stageId), enabled: look.Review !== undefined })
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={styles.check}>
      <Heading level={2} ref={title} tabIndex={-1}>
        {words.check}
      </Heading>
      <p>{words.afterwards}</p>
      {data && <AuthorHints hints={data.hints} personal={data.personal} />}
      <Review lines={humanReadable(store.schema, store.data(), store.dictionaries)} />
      <div className={styles.actions}>
        <Button pending={sending} pendingText={words.handingIn} onClick={onSend}>
          {words.handIn}
        </Button>
        <Button kind="secondary" disabled={sending} onClick={onBack}>
          Вернуться к правке
        </Button>
      </div>
    </section>
  )
}
