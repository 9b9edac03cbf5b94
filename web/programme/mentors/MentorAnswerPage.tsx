import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { type GivenReason, refusalReasons } from '#shared/programme/mentors/mentorship-status.ts'
import entrance from '#web/accounts/auth/Entrance.module.css'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Mentors.module.css'
import { capacityFault, capacityOf } from './profile-fields.ts'
import { reasonWords } from './queries.ts'

type Offer = Answer<'POST /mentors/answer/read'>

const offerKey = (token: string) => ['mentor-answer', token]

/**
 * The page behind the link of a letter to a mentor, for the mentor and the assistant, without a login. Opening it
 * changes nothing, because mail scanners open every link: only its buttons do.
 */
export function MentorAnswerPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const offer = useQuery({
    queryKey: offerKey(token),
    queryFn: () => api('POST /mentors/answer/read', { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Card>
      <PageHeading title={token === '' ? 'Нужна полная ссылка' : 'Ответ участнику'} size={2} />
      {token === '' ? (
        <div className={entrance.form}>
          <p>Откройте ссылку из письма целиком: важна и часть после знака «#».</p>
          <p>
            <PortalLinkButton to="/" kind="secondary">
              На главную
            </PortalLinkButton>
          </p>
        </div>
      ) : (
        <QueryStates of={[offer]} loading="Открываем письмо участника" failed="Ответить по этой ссылке нельзя">
          {(found) => <Answering token={token} offer={found} />}
        </QueryStates>
      )}
    </Card>
  )
}

const settled = {
  accepted: { tone: 'success' as const, words: 'Вы согласились работать с участником' },
  declined: { tone: 'info' as const, words: 'Вы отказались работать с участником' },
  ended: { tone: 'info' as const, words: 'Работа с участником завершена' },
}

function Answering({ token, offer }: { token: string; offer: Offer }) {
  const until = parseWire(offer.answer_until)
  const state = offer.by_other
    ? { tone: 'info' as const, words: 'Отвечать не нужно: участник работает с другим наставником' }
    : offer.status === 'proposed'
      ? null
      : settled[offer.status]
  return (
    <div className={entrance.form}>
      <p>
        {offer.mentor}, вас {offer.rank > 0 ? 'выбрали наставником' : 'просят стать наставником'}: конкурс «
        {offer.competition}», этап «{offer.stage}».
      </p>
      <DefinitionList
        items={[
          ['Участник', offer.fio],
          ...(offer.region ? [['Регион', offer.region] as const] : []),
          ...(offer.rank > 0 ? [['Ваше место в выборе', String(offer.rank)] as const] : []),
          ...(offer.reasons.length > 0 ? [['Почему вы', reasonWords(offer.reasons)] as const] : []),
        ].map(([term = '', value = '']) => ({ term, value }))}
      />
      {offer.comment && <p className={styles.said}>«{offer.comment}»</p>}
      {offer.user_file_name && (
        <p>
          <AttachedFile
            name={offer.user_file_name}
            onDownload={() => download('POST /mentors/answer/file', { body: { token } })}
          />
        </p>
      )}
      {state ? (
        <Notice tone={state.tone} role="status" title={state.words}>
          {offer.status === 'accepted' ? 'Участник уже знает об этом.' : 'Больше ничего делать не нужно.'}
        </Notice>
      ) : (
        <AnswerForm token={token} until={until} />
      )}
      <Capacity token={token} offer={offer} />
    </div>
  )
}

const answers = [
  { value: 'yes', label: 'Согласен работать с участником' },
  { value: 'no', label: 'Не смогу' },
]
const reasonOptions = Object.entries(refusalReasons).map(([value, label]) => ({ value, label }))

function AnswerForm({ token, until }: { token: string; until: Date | null }) {
  const [accept, setAccept] = useState('')
  const [reason, setReason] = useState('')
  const [words, setWords] = useState('')
  const { form, faults, failure, pending, submit } = useCheckedForm<'accept' | 'reason'>({
    check: () => ({
      ...(accept === '' && { accept: 'Выберите ответ' }),
      ...(accept === 'no' && reason === '' && { reason: 'Выберите причину' }),
    }),
    send: async () => {
      const why = accept === 'no' ? { reason: reason as GivenReason } : {}
      const offer = await api('POST /mentors/answer', {
        body: { token, accept: accept === 'yes', answer: words, ...why },
      })
      queryClient.setQueryData(offerKey(token), offer)
    },
  })
  return (
    <form ref={form} className={entrance.form} onSubmit={submit} noValidate>
      <FailureNotice error={failure} />
      <RadioGroup
        label="Ваш ответ"
        name="accept"
        options={answers}
        value={accept}
        error={faults.accept ?? null}
        onChange={setAccept}
      />
      {accept === 'no' && (
        <RadioGroup
          label="Почему"
          name="reason"
          options={reasonOptions}
          value={reason}
          error={faults.reason ?? null}
          onChange={setReason}
        />
      )}
      <TextArea
        label="Несколько слов участнику"
        name="answer"
        rows={3}
        required={false}
        limit={1000}
        hint="Участник прочитает их вместе с ответом"
        value={words}
        onChange={setWords}
      />
      <Button type="submit" wide pending={pending} pendingText="Отправляем…">
        Ответить участнику
      </Button>
      {until && (
        <p className={styles.quiet}>
          Ответить можно один раз, до <Moments text={showMoscowTime(until)} />. Потом ссылка не сработает.
        </p>
      )}
    </form>
  )
}

/** The number of the mentor's places, which may have changed since the mentor last stated it. */
function Capacity({ token, offer }: { token: string; offer: Offer }) {
  const [places, setPlaces] = useState(offer.capacity === null ? '' : String(offer.capacity))
  const { form, faults, failure, pending, submit } = useCheckedForm<'capacity'>({
    check: () => ({ capacity: capacityFault(places) ?? '' }),
    send: async () => {
      const next = await api('POST /mentors/answer/capacity', { body: { token, capacity: capacityOf(places) } })
      queryClient.setQueryData(offerKey(token), next)
      showBanner('Число мест сохранено', 'success')
    },
  })
  return (
    <form ref={form} className={entrance.form} onSubmit={submit} noValidate>
      <FailureNotice error={failure} />
      <NumberField
        label="Со сколькими участниками вы готовы работать"
        name="capacity"
        required={false}
        maxLength={4}
        hint={`Сейчас вы работаете с ${offer.working}. Пусто — сколько угодно`}
        value={places}
        error={faults.capacity || null}
        onChange={setPlaces}
      />
      <p>
        <Button type="submit" kind="secondary" pending={pending} pendingText="Сохраняем…">
          Сохранить число мест
        </Button>
      </p>
    </form>
  )
}
