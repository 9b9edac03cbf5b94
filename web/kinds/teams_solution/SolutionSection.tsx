import PenLine from 'lucide-react/icons/pen-line'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { type Section, useHold } from './queries.ts'
import { SectionEditor } from './SectionEditor.tsx'
import styles from './TeamsSolution.module.css'

interface SolutionSectionProps {
  competition: string
  stage: StageDetails
  section: Section
  mayWrite: boolean
}

/** A section to read, or to write while this page holds it. */
export function SolutionSection({ competition, stage, section, mayWrite }: SolutionSectionProps) {
  const { stage_id: stageId } = stage
  const [writing, setWriting] = useState(false)
  const hold = useHold(stageId)
  const { code, title, hint, text, held } = section
  const take = () => hold.mutateAsync(code)
  const begin = () =>
    void take().then(
      () => setWriting(true),
      (error: unknown) => showBanner(failureText(error)),
    )
  return (
    <section className={styles.section} aria-labelledby={`section-${code}`} data-held={held ? '' : undefined}>
      <div className={styles.head}>
        <Heading level={3} id={`section-${code}`}>
          {title}
        </Heading>
        {mayWrite && !writing && !(held && !held.me) && (
          <Button
            kind="secondary"
            size="s"
            icon={<PenLine aria-hidden="true" />}
            pending={hold.isPending}
            aria-label={`${held?.me ? 'Продолжить здесь' : 'Взять раздел'}: ${title}`}
            onClick={begin}
          >
            {held?.me ? 'Продолжить здесь' : 'Взять раздел'}
          </Button>
        )}
      </div>
      {held && !held.me && (
        <p className={styles.busy}>
          Сейчас пишет: <bdi>{held.name}</bdi>
        </p>
      )}
      {held?.me && !writing && <p className={styles.busy}>Раздел открыт у вас на другой странице</p>}
      {writing ? (
        <SectionEditor
          competition={competition}
          stage={stage}
          section={section}
          onTake={take}
          onEnd={() => setWriting(false)}
        />
      ) : (
        <>
          {text === '' ? (
            <p className={styles.quiet}>{hint || 'Пока пусто'}</p>
          ) : code === 'link' ? (
            <p className={styles.text}>
              <Link address={text} />
            </p>
          ) : (
            <p className={styles.text}>{text}</p>
          )}
          <Saved section={section} />
        </>
      )}
    </section>
  )
}

/** A link as it was typed; one that is not whole yet leads nowhere. */
const Link = ({ address }: { address: string }) =>
  /^https:\/\/\S+$/.test(address) ? (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  ) : (
    address
  )

function Saved({ section: { saved_at, saved_by } }: { section: Section }) {
  const at = saved_at === null ? null : parseWire(saved_at)
  if (!at) return null
  return (
    <p className={styles.quiet}>
      {saved_by || 'Бывший участник'}, <Moments text={showDateTime(at)} />
    </p>
  )
}
