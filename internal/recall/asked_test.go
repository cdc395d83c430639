package recall

import "testing"

func TestOpenQuestions(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]bool{
		"what did we talk about":        true,
		"what happened":                 true,
		"what did I do":                 true,
		"did anything happen":           true,
		"我们聊了什么":                        true,
		"我做了什么？":                        true,
		"发生了什么事":                        true,
		"who did I meet for dinner":     false,
		"what did I say about Emma":     false,
		"我吃了什么":                         false,
		"where did the user go hiking":  false,
		"what did the user tell us all": true,
	} {
		if got := Open(question); got != want {
			t.Errorf("Open(%q) = %v", question, got)
		}
	}
}

func TestQuestionsAboutTheAsker(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]bool{
		"what do you know about me?":                      true,
		"What do you remember about me so far?":           true,
		"hey, what have you learned about me":             true,
		"tell me everything you know about me":            true,
		"Who am I?":                                       true,
		"how much do you know about me":                   true,
		"Tell me about myself":                            true,
		"你知道我什么？":                                         true,
		"你知道我什么":                                          true,
		"你都知道我些什么":                                        true,
		"你了解我吗？":                                          true,
		"关于我你知道什么":                                        true,
		"我是谁？":                                            true,
		"what do you know about my sister?":               false,
		"what do you know about Rome?":                    false,
		"do you know what my dog likes":                   false,
		"what do you think of me":                         false,
		"你知道我妹妹叫什么吗":                                      false,
		"你知道我住在哪里吗":                                       false,
		"what did I tell you about me and Anna yesterday": false,
	} {
		if got := AboutAsker(question); got != want {
			t.Errorf("AboutAsker(%q) = %v", question, got)
		}
	}
}
