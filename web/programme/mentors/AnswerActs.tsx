import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { type GivenReason, refusalReasons } from '#shared/programme/mentors/mentorship-status.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { useAssisted } from './assisted.ts'
import styles from './Mentors.module.css'
import type { MentorUser } from './queries.ts'

type Act = 'accept' | 'decline' | 'withdraw' | 'want' | 'rather_not' | 'no_wish'
interface Said {
  act: Act
  reason?: GivenReason
  answer?: string
}

/** `onDone` is called when the page shows the result: the pressed button may be gone by then. */
function useAct({ user_id, stage_id }: MentorUser, onDone?: () => void) {
  const queries = useQueryClient()
  const mentor_id = useAssisted()
  return useMutation({
    mutationFn: ({ act, ...said }: Said) =>
      mentor_id === null || (act !== 'accept' && act !== 'decline')
        ? api('POST /mentors/users/:user_id/:stage_id', { params: { user_id, stage_id }, body: { act, ...said } })
        : api('POST /assistants/:mentor_id/users/:user_id/:stage_id', {
            params: { mentor_id, user_id, stage_id },
            body: { act, ...said },
          }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['mentor-users'] })
      onDone?.()
    },
    // Something may have changed meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: ['mentor-users'] }),
  })
}

const acts = {
  accept: { title: 'Работать с участником?', do: 'Согласиться', done: 'Вы работаете вместе, участник узнает об этом' },
  decline: { title: 'Отказаться?', do: 'Отказаться', done: 'Ответ отправлен участнику' },
  withdraw: {
    title: 'Больше не работать с участником?',
    do: 'Отказаться от работы',
    done: 'Участнику ищут другого наставника',
  },
}

/** How a mentor can answer a person who has chosen them. */
export function AnswerActs({ user, onAnswered }: { user: MentorUser; onAnswered?: () => void }) {
  const [asked, setAsked] = useState<keyof typeof acts | null>(null)
  const own = useAssisted() === null
  const until = user.answer_until ? parseWire(user.answer_until) : null
  return (
    <>
      {user.may_wish && <Wish user={user} />}
      {until && (
        <p className={styles.quiet}>
          Ответьте до <Moments text={showMoscowTime(until)} />
        </p>
      )}
      <div className={styles.actions}>
        {user.may_answer && (
          <>
            <Button size="s" aria-label={`Согласиться: ${user.fio}`} onClick={() => setAsked('accept')}>
              Согласиться
            </Button>
            <Button
              size="s"
              kind="secondary"
              aria-label={`Отказаться: ${user.fio}`}
              onClick={() => setAsked('decline')}
            >
              Отказаться
            </Button>
          </>
        )}
        {user.status === 'accepted' && own && (
          <Button
            size="s"
            kind="quiet"
            flush
            aria-label={`Больше не работать с участником: ${user.fio}`}
            onClick={() => setAsked('withdraw')}
          >
            Больше не работать с участником
          </Button>
        )}
      </div>
      {asked && (
        <ActDialog
          user={user}
          act={asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            onAnswered?.()
          }}
        />
      )}
    </>
  )
}

const wishes = [
  { value: 'want', label: 'Хочу работать с участником' },
  { value: 'no_wish', label: 'Всё равно' },
  { value: 'rather_not', label: 'Лучше не со мной' },
]
const wishOf = { 1: 'want', 0: 'no_wish', '-1': 'rather_not' } as const

/** The mentor's wish before a matching. It is saved at once, because nobody else sees it. */
function Wish({ user }: { user: MentorUser }) {
  const acting = useAct(user)
  return (
    <RadioGroup
      label="Хочется ли вам работать вместе"
      hint="Пары ещё подбирают. Участник вашего пожелания не увидит"
      name={`wish-${user.user_id}-${user.stage_id}`}
      options={wishes}
      value={acting.isPending ? acting.variables.act : wishOf[user.wish]}
      error={acting.error ? failureText(acting.error) : null}
      onChange={(act) => acting.mutate({ act: act as Act })}
    />
  )
}

const reasons = Object.entries(refusalReasons).map(([value, label]) => ({ value, label }))

interface ActDialogProps {
  user: MentorUser
  act: keyof typeof acts
  onClose: () => void
  onDone: () => void
}

function ActDialog({ user, act, onClose, onDone }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const [answer, setAnswer] = useState('')
  const [attempted, setAttempted] = useState(false)
  const acting = useAct(user, () => {
    showBanner(acts[act].done, 'success')
    onDone()
  })
  const words = acts[act]
  const missing = act !== 'accept' && reason === '' ? 'Выберите причину' : null
  function send() {
    setAttempted(true)
    if (missing || acting.isPending) return
    acting.mutate({ act, answer, ...(act !== 'accept' && { reason: reason as GivenReason }) })
  }
  return (
    <Dialog
      title={words.title}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button pending={acting.isPending} pendingText="Отправляем…" onClick={send}>
            {words.do}
          </Button>
          <Button kind="secondary" disabled={acting.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.section}>
        {acting.error && (
          <Notice tone="danger" role="alert">
            {failureText(acting.error)}
          </Notice>
        )}
        <p>
          <bdi>{user.fio}</bdi>
        </p>
        {act !== 'accept' && (
          <RadioGroup
            label="Почему"
            name="mentor-reason"
            options={reasons}
            value={reason}
            error={attempted ? missing : null}
            onChange={setReason}
          />
        )}
        <TextArea
          label="Несколько слов участнику"
          name="mentor-words"
          rows={3}
          required={false}
          limit={1000}
          hint="Участник прочитает их вместе с ответом"
          value={answer}
          onChange={setAnswer}
        />
      </div>
    </Dialog>
  )
}
