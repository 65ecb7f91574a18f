package io.sallyport.inference;

import static io.sallyport.inference.ModelRequests.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PromptTextTest {
    private static List<String> of(ModelOperation operation, String json) {
        return accepted(operation, json).prompt().stream()
                .map(text -> text.role() + ": " + text.text().replace('"', '\''))
                .toList();
    }

    @Test
    void chatCompletionsOfOpenAi() {
        assertThat(of(ModelOperation.CHAT_COMPLETIONS, """
                        {'model':'m','tools':[{'type':'function','function':{'name':'f','description':'no prompt'}}],
                         'messages':[{'role':'developer','content':'one'},
                          {'role':'user','content':[{'type':'text','text':'two'},
                           {'type':'image_url','image_url':{'url':'https://a.test/x.png'}},
                           {'type':'input_audio','input_audio':{'data':'UklGRg==','format':'wav'}}]},
                          {'role':'assistant','content':null,'refusal':'three','tool_calls':[
                           {'id':'c','type':'function','function':{'name':'f','arguments':'{}'}}]},
                          {'role':'tool','tool_call_id':'c','content':'four'}]}"""))
                .containsExactly("developer: one", "user: two", "assistant: three", "assistant: {}", "tool: four");
    }

    @Test
    void responsesOfOpenAi() {
        assertThat(of(ModelOperation.RESPONSES, """
                        {'model':'m','instructions':'one','input':[
                         {'role':'user','content':[{'type':'input_text','text':'two'},
                          {'type':'input_image','image_url':'data:image/png;base64,AA'}]},
                         {'type':'function_call','call_id':'c','name':'f','arguments':'{}'},
                         {'type':'function_call_output','call_id':'c','output':'three'}]}"""))
                .containsExactly("null: one", "user: two", "null: {}", "null: three");
        assertThat(of(ModelOperation.RESPONSES, "{'model':'m','input':'one'}")).containsExactly("null: one");
    }

    @Test
    void messagesOfAnthropic() {
        assertThat(of(ModelOperation.MESSAGES, """
                        {'model':'m','max_tokens':9,'system':[{'type':'text','text':'one'}],'messages':[
                         {'role':'user','content':[{'type':'image','source':{'type':'base64','media_type':'image/png',
                          'data':'AA'}},{'type':'text','text':'two'}]},
                         {'role':'assistant','content':[{'type':'thinking','thinking':'three','signature':'s'},
                          {'type':'tool_use','id':'t','name':'f','input':{'a key':['b',1]}}]},
                         {'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':'four'}]}]}"""))
                .containsExactly(
                        "system: one", "user: two", "assistant: three", "assistant: {'a key':['b',1]}", "user: four");
    }

    @Test
    void generationOfGemini() {
        assertThat(of(ModelOperation.GENERATE_CONTENT, """
                        {'systemInstruction':{'parts':[{'text':'one'}]},'contents':[
                         {'role':'user','parts':[{'text':'two'},{'inlineData':{'mimeType':'image/png','data':'AA'}}]},
                         {'role':'model','parts':[{'functionCall':{'name':'f','args':{'a':'b'}}}]},
                         {'role':'user','parts':[{'functionResponse':{'name':'f','response':{'c':'d'}}}]}]}"""))
                .containsExactly("system: one", "user: two", "model: {'a':'b'}", "user: {'c':'d'}");
    }

    @Test
    void chatAndGenerationOfOllama() {
        assertThat(of(ModelOperation.OLLAMA_CHAT, """
                        {'model':'m','messages':[{'role':'user','content':'one','images':['AA']},
                         {'role':'assistant','content':'','tool_calls':[{'function':{'name':'f','arguments':{'a':1}}}]}]}""")).containsExactly("user: one", "assistant: {'a':1}");
        assertThat(of(ModelOperation.OLLAMA_GENERATE, "{'model':'m','system':'one','prompt':'two','suffix':'three'}"))
                .containsExactly("system: one", "null: two", "null: three");
    }

    @Test
    void completionsAndEmbeddingsWithTextsAndTokens() {
        assertThat(of(ModelOperation.COMPLETIONS, "{'model':'m','prompt':['one','two']}"))
                .containsExactly("null: one", "null: two");
        assertThat(of(ModelOperation.COMPLETIONS, "{'model':'m','prompt':[1,2]}"))
                .isEmpty();
        assertThat(of(ModelOperation.EMBEDDINGS, "{'model':'m','input':'one'}")).containsExactly("null: one");
    }

    @Test
    void aListOfModelsHasNoPrompt() {
        assertThat(of(ModelOperation.MODELS, "")).isEmpty();
    }
}
