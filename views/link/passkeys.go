package link

// Addresses of passkeys and recovery codes, which belong to no club.
const (
	Safety          = "/settings/safety"
	NewPasskey      = "/settings/passkeys/new"
	Passkeys        = "/settings/passkeys"
	PasskeysOnly    = "/settings/passkeys/only"
	RecoveryCodes   = "/settings/codes"
	SignInByPasskey = "/sign-in/passkey"
	SignInByCode    = "/sign-in/code"
)

// RemovePasskey takes a passkey of the reader's away.
func RemovePasskey(id int64) string { return Passkeys + "/" + number(id) + "/remove" }
