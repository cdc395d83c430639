package persona

import "github.com/souvenir-memory/souvenir"

// tongue is what the style says by itself in a language.
type tongue struct {
	tag string

	owner, partner, relation string // of whom nothing is known
	stranger                 string // a partner of whom only the id is known
	unknown, silence         string // no personality, no messages
	traits                   [6]string
	points                   string // between the points of a trait

	rawSummary, rawTopic, rawReason string // without a role card
	summary, topic                  string // without a reply that could be read
}

var chinese = tongue{
	tag:   "zh",
	owner: "我", partner: "对方", relation: "未知", stranger: "用户%s",
	unknown: "未提供人格特质信息", silence: "无对话记录",
	traits: [6]string{"【性格特质】", "【沟通风格】", "【价值观】", "【兴趣爱好】", "【情感需求】", "【偏好】"}, points: "；",
	rawSummary: "与%s的对话，共%d条消息", rawTopic: "对话", rawReason: "无角色卡，使用默认保留分值",
	summary: "对话记录待处理", topic: "待处理",
}

var english = tongue{
	tag:   "en",
	owner: "I", partner: "the other person", relation: "unknown", stranger: "user %s",
	unknown: "nothing is known of the personality", silence: "no conversation",
	traits: [6]string{"[Personality] ", "[Way of talking] ", "[Values] ", "[Interests] ", "[Emotional needs] ", "[Preferences] "}, points: "; ",
	rawSummary: "Conversation with %s, messages: %d", rawTopic: "talk", rawReason: "no role card; the retention score is the default one",
	summary: "This conversation waits to be processed.", topic: "to process",
}

// tongueOf is Chinese unless the card is in another language. Of those we know
// English only, and ask in English for the other ones.
func tongueOf(card *souvenir.RoleCard) tongue {
	if card.Tongue() == "zh" {
		return chinese
	}
	return english
}
