import { useMutation } from '@tanstack/react-query'
import { type Ref, useEffect, useRef } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ConfirmedByPassword } from './ConfirmedByPassword.tsx'
import styles from './ProfileRow.module.css'
import { ProfileRow } from './ProfileRow.tsx'
import { type Profile, renewProfile } from './queries.ts'
import { useOpenedForm } from './use-opened-form.ts'

/** Deletes the account; for thirty days this can be undone. */
export function EraseRow({ profile }: { profile: Profile }) {
  const form = useOpenedForm()
  const asked = profile.erasure_due !== null
  const wayBack = useRef<HTMLButtonElement>(null)
  /** After an action here, the button that undoes it takes the focus. */
  const byHand = useRef(false)
  useEffect(() => {
    if (byHand.current) (asked ? wayBack : form.opener).current?.focus()
    byHand.current = false
  }, [asked, form.opener])
  function send(password: string) {
    byHand.current = true
    return api('POST /user/erasure', { body: { password } })
  }
  const row = { id: 'erasure', title: 'Удаление учётной записи' }
  if (profile.erasure_due)
    return (
      <ProfileRow {...row}>
        <Asked
          due={profile.erasure_due}
          wayBack={wayBack}
          onStay={() => {
            byHand.current = true
          }}
        />
      </ProfileRow>
    )
  return (
    <ProfileRow
      {...row}
      note={
        <>
          Через 30 дней после просьбы мы удалим учётную запись: личные данные, документы, заявки, черновики, сданные
          работы, файлы, согласия и уведомления. Участие во всех конкурсах закончится. До этого срока всё работает как
          прежде, и просьбу можно забрать. Останется только акт об удалении: номер учётной записи, даты и редакции
          согласий. Его требует закон о персональных данных, имени и контактов в нём нет.
        </>
      }
      action={
        !form.open && (
          <Button ref={form.opener} kind="quiet" className={styles.opener} onClick={form.show}>
            Удалить учётную запись
          </Button>
        )
      }
    >
      {form.open && (
        <ConfirmedByPassword
          name="erasure"
          action="Удалить через 30 дней"
          send={send}
          onDone={form.cancel}
          onCancel={form.cancel}
        />
      )}
    </ProfileRow>
  )
}

interface AskedProps {
  due: string
  wayBack: Ref<HTMLButtonElement>
  onStay: () => void
}

function Asked({ due, wayBack, onStay }: AskedProps) {
  const at = parseWire(due)
  const staying = useMutation({
    mutationFn: () => api('DELETE /user/erasure'),
    onMutate: onStay,
    onSettled: renewProfile,
  })
  return (
    <Notice
      tone="warning"
      role="status"
      title={`Учётная запись будет удалена ${at ? showDateTime(at) : ''}`}
      actions={
        <Button ref={wayBack} kind="secondary" pending={staying.isPending} onClick={() => staying.mutate()}>
          Не удалять
        </Button>
      }
    >
      <p>До этого времени можно передумать. Мы написали об этом на вашу почту.</p>
      {staying.error && <p role="alert">{failureText(staying.error)}</p>}
    </Notice>
  )
}
