import { useMutation } from '@tanstack/react-query'
import { type Ref, useEffect, useRef } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { ConfirmedByPassword } from './ConfirmedByPassword.tsx'
import styles from './Profile.module.css'
import { type Profile, renewProfile } from './queries.ts'
import { useOpenedForm } from './use-opened-form.ts'

/** Deletes the account; for thirty days this can be undone. */
export function ErasureSection({ profile }: { profile: Profile }) {
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
  return (
    <Panel title="Удаление учётной записи" id="erasure">
      {profile.erasure_due ? (
        <Asked
          due={profile.erasure_due}
          wayBack={wayBack}
          onStay={() => {
            byHand.current = true
          }}
        />
      ) : (
        <div className={styles.form}>
          <p>
            Через 30 дней после просьбы мы удалим учётную запись: личные данные, документы, заявки, черновики, сданные
            работы, файлы, согласия и уведомления. Участие во всех конкурсах закончится. До этого срока всё работает как
            прежде, и просьбу можно забрать.
          </p>
          <p>
            Останется только акт об удалении: номер учётной записи, даты и редакции согласий. Его требует закон о
            персональных данных, имени и контактов в нём нет.
          </p>
          {form.open ? (
            <ConfirmedByPassword
              name="erasure"
              action="Удалить через 30 дней"
              send={send}
              onDone={form.cancel}
              onCancel={form.cancel}
            />
          ) : (
            <p>
              <Button ref={form.opener} kind="secondary" onClick={form.show}>
                Удалить учётную запись
              </Button>
            </p>
          )}
        </div>
      )}
    </Panel>
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
