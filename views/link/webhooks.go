package link

// Webhooks is where a club's owners look after the addresses that hear of it, Webhook one of them.
func Webhooks(club string) string                { return Club(club) + "/webhooks" }
func Webhook(club string, id int64) string       { return Webhooks(club) + "/" + number(id) }
func WebhookSecret(club string, id int64) string { return Webhook(club, id) + "/secret" }
func TestWebhook(club string, id int64) string   { return Webhook(club, id) + "/test" }
func RemoveWebhook(club string, id int64) string { return Webhook(club, id) + "/remove" }
