import { useEffect, useRef, useState } from 'react'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { type Section, sectionDraft, useGiveBack } from './queries.ts'
import styles from './TeamsSolution.module.css'

interface SectionEditorProps {
  competition: string
  stage: StageDetails
  section: Section
  onTake: () => Promise<unknown>
  onEnd: () => void
}

/** A section that this page holds. What is typed is kept in the browser at once and on the server after a pause. */
export function SectionEditor({ competition, stage, section, onTake, onEnd }: SectionEditorProps) {
  const { code, title, hint, limit, required } = section
  const stageId = stage.stage_id
  const [text, setText] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const { keeper, state, opened, error, openAgain } = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `${competition}/${stage.code}/${code}`),
    server: sectionDraft(stageId, code),
    onReplace: (data) => setText(String(data.text ?? '')),
  })
  const back = useGiveBack(stageId)
  const lost = state.phase === 'failed' && isFailure(state.refusal, 'section_not_held')
  const typed = text ?? String(opened?.text ?? '')

  useEffect(() => {
    if (opened) area.current?.focus()
  }, [opened])

  /** Takes the section again: the text of this page is compared with what others have written meanwhile, and sent. */
  async function takeAgain(): Promise<void> {
    await onTake()
    await keeper.flush()
  }

  async function giveBack(): Promise<void> {
    await keeper.flush()
    const { phase } = keeper.state()
    if (phase !== 'saved' && phase !== 'idle') {
      showBanner('Раздел пока у вас: последняя правка ещё не сохранена')
      return
    }
    back.mutate(code, {
      onSuccess: async () => {
        await keeper.finish()
        onEnd()
      },
      onError: (failure) => showBanner(failureText(failure)),
    })
  }

  return (
    <QueryStates
      of={[{ data: opened ?? undefined, error, refetch: openAgain }]}
      loading="Открываем раздел…"
      failed="Раздел не открылся"
      height="8rem"
      level={3}
    >
      {() => (
        <div className={styles.editor}>
          <DraftConflict
            conflict={state.conflict}
            inWords={(data) => [{ section: 'Решение', label: title, value: String(data.text ?? '') }]}
            onChoose={keeper.choose}
          />
          {lost && (
            <Notice
              tone="warning"
              role="alert"
              title="Раздел уже не за вами"
              actions={
                <Button
                  size="s"
                  onClick={() => void takeAgain().catch((failure: unknown) => showBanner(failureText(failure)))}
                >
                  Взять раздел снова
                </Button>
              }
            >
              {section.held && !section.held.me ? `Сейчас его пишет: ${section.held.name}. ` : ''}
              Ваш текст остался на этой странице и пока не сохранён.
            </Notice>
          )}
          <TextArea
            ref={area}
            name={`section-text-${code}`}
            label={`${title}: текст`}
            hint={hint}
            required={required}
            rows={code === 'link' ? 1 : 8}
            grows
            limit={limit}
            value={typed}
            onChange={(value) => {
              setText(value)
              keeper.change({ text: value })
            }}
          />
          <div className={styles.actions}>
            <Button kind="secondary" pending={back.isPending} onClick={() => void giveBack()}>
              Отдать раздел
            </Button>
            {!lost && <DraftStatus state={state} />}
          </div>
        </div>
      )}
    </QueryStates>
  )
}
