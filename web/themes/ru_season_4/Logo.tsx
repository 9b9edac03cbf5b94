import { SignLogo } from '#web/themes/SignLogo.tsx'
import { sign } from './sign.ts'

export const Logo = () => <SignLogo sign={sign} title="Лидеры" line="сезон&nbsp;4" />
