import { useSyncExternalStore } from 'react'
import { isReached, subscribeConnection } from '#web/platform/messages/connection.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useOwnNotice } from '#web/platform/messages/use-own-notice.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import type { SendState } from './take-sender.ts'

interface SendingNoticeProps {
  sending: readonly SendState[]
  /** What is recorded survives a reload. */
  lasting: boolean
  recording: boolean
  /** Until when the rest may arrive; null: without end. */
  until: string | null
}

/** The recordings that are being sent, and what to do while there is no connection. */
export function SendingNotice({ sending, lasting, recording, until }: SendingNoticeProps) {
  const reached = useSyncExternalStore(subscribeConnection, isReached)
  const open = sending.filter(({ recorded, sent, refused }) => sent < recorded && refused === null)
  const refused = sending.find((each) => each.refused !== null && each.sent < each.recorded)
  const lost = !reached || open.some(({ waiting }) => waiting)
  const recorded = open.reduce((sum, each) => sum + each.recorded, 0)
  const sent = open.reduce((sum, each) => sum + each.sent, 0)
  const said = lost && (recording || open.length > 0)
  useOwnNotice(said)
  return (
    <>
      {said && (
        <Notice tone="warning" role="alert" title="Связь пропала">
          {recording ? 'Запись продолжается. ' : ''}
          {lasting
            ? 'Всё записанное хранится в этом браузере. Мы передадим его сами, когда связь вернётся'
            : 'Записанное хранится только на этой странице. Не закрывайте её: мы передадим запись сами, когда связь вернётся'}
          {until ? `, до ${until}.` : '.'}
        </Notice>
      )}
      {!lasting && !lost && (
        <Notice tone="warning">
          Браузер не хранит записи на диске. Не закрывайте страницу, пока ответ не передан.
        </Notice>
      )}
      {refused && (
        <Notice tone="danger" role="alert" title="Запись не принята">
          {failureText(refused.refused)}
        </Notice>
      )}
      {!lost && !recording && open.length > 0 && (
        <ProgressBar
          label="Передаём запись"
          value={sent}
          max={Math.max(1, recorded)}
          text={`${Math.round((sent / Math.max(1, recorded)) * 100)} %`}
        />
      )}
    </>
  )
}
