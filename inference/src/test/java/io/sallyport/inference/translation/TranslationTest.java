package io.sallyport.inference.translation;

import static io.sallyport.inference.ModelOperation.CHAT_COMPLETIONS;
import static io.sallyport.inference.ModelOperation.MESSAGES;
import static io.sallyport.inference.translation.Translations.accepted;
import static io.sallyport.inference.translation.Translations.body;
import static io.sallyport.inference.translation.Translations.bytes;
import static io.sallyport.inference.translation.Translations.refusal;
import static io.sallyport.inference.translation.Translations.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TranslationTest {
    private static final String CHAT = """
            {'model':'m','messages':[{'role':'system','content':'be brief'},{'role':'developer','content':'really'},\
            {'role':'user','content':[{'type':'text','text':'what is it?'},\
            {'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA','detail':'auto'}},\
            {'type':'image_url','image_url':{'url':'https://x.test/a.png'}}]},\
            {'role':'assistant','content':null,'tool_calls':[{'id':'t1','type':'function','function':{'name':'f','arguments':'{}'}},\
            {'id':'t2','type':'function','function':{'name':'g','arguments':''}}]},\
            {'role':'tool','tool_call_id':'t1','content':'one'},{'role':'tool','tool_call_id':'t2','content':'two'},\
            {'role':'user','content':'go on'}],'max_tokens':50,'temperature':0.50,'top_p':1,'stop':'END','stream':true,\
            'stream_options':{'include_usage':true},'user':'u','n':1,'tools':[{'type':'function','function':{'name':'f',\
            'description':'d','parameters':{'type':'object','x':1e2}}},{'type':'function','function':{'name':'g'}}],\
            'tool_choice':'required','parallel_tool_calls':false,'response_format':{'type':'text'}}""";

    private static final String AS_MESSAGES = """
            {'model':'m','max_tokens':50,'system':[{'type':'text','text':'be brief'},{'type':'text','text':'really'}],\
            'messages':[{'role':'user','content':[{'type':'text','text':'what is it?'},\
            {'type':'image','source':{'type':'base64','media_type':'image/png','data':'AAAA'}},\
            {'type':'image','source':{'type':'url','url':'https://x.test/a.png'}}]},\
            {'role':'assistant','content':[{'type':'tool_use','id':'t1','name':'f','input':{}},\
            {'type':'tool_use','id':'t2','name':'g','input':{}}]},\
            {'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':[{'type':'text','text':'one'}]},\
            {'type':'tool_result','tool_use_id':'t2','content':[{'type':'text','text':'two'}]}]},\
            {'role':'user','content':[{'type':'text','text':'go on'}]}],'temperature':0.50,'top_p':1,\
            'stop_sequences':['END'],'stream':true,'metadata':{'user_id':'u'},\
            'tools':[{'name':'f','description':'d','input_schema':{'type':'object','x':1e2}},\
            {'name':'g','input_schema':{'type':'object'}}],\
            'tool_choice':{'type':'any','disable_parallel_tool_use':true}}""";

    @Test
    void aChatBecomesMessages() {
        assertThat(body(accepted(CHAT_COMPLETIONS, CHAT))).isEqualTo(AS_MESSAGES);
    }

    @Test
    void messagesBecomeAChatAndMeanTheSameWhenTheyComeBack() {
        String chat = body(accepted(MESSAGES, AS_MESSAGES));
        assertThat(chat).isEqualTo("""
                {'model':'m','max_completion_tokens':50,'messages':[{'role':'system','content':[\
                {'type':'text','text':'be brief'},{'type':'text','text':'really'}]},\
                {'role':'user','content':[{'type':'text','text':'what is it?'},\
                {'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA'}},\
                {'type':'image_url','image_url':{'url':'https://x.test/a.png'}}]},\
                {'role':'assistant','tool_calls':[{'id':'t1','type':'function','function':{'name':'f','arguments':'{}'}},\
                {'id':'t2','type':'function','function':{'name':'g','arguments':'{}'}}]},\
                {'role':'tool','tool_call_id':'t1','content':'one'},{'role':'tool','tool_call_id':'t2','content':'two'},\
                {'role':'user','content':'go on'}],'temperature':0.50,'top_p':1,'stop':['END'],'stream':true,\
                'stream_options':{'include_usage':true},'user':'u','tools':[{'type':'function','function':{'name':'f',\
                'description':'d','parameters':{'type':'object','x':1e2}}},{'type':'function','function':{'name':'g',\
                'parameters':{'type':'object'}}}],'tool_choice':'required','parallel_tool_calls':false}""");
        assertThat(body(accepted(CHAT_COMPLETIONS, chat))).isEqualTo(AS_MESSAGES);
    }

    /** Each value of both requests becomes each kind of value once; the request is translated or refused. */
    @Test
    void noShapeOfAValueThrows() {
        for (ModelOperation from : List.of(CHAT_COMPLETIONS, MESSAGES)) {
            String whole = from == MESSAGES ? AS_MESSAGES : CHAT;
            Matcher value = Pattern.compile("(?<=:)('[^']*'|[0-9.e]+|true|null|\\{|\\[)")
                    .matcher(whole);
            while (value.find()) {
                for (String other : List.of("'x'", "[]", "[1]", "{}", "{'x':[]}", "7", "true", "null")) {
                    int end = end(whole, value.start());
                    byte[] body = bytes(whole.substring(0, value.start()) + other + whole.substring(end));
                    Parsed<Translation> translated = switch (ModelRequest.parse(new ModelEndpoint(from, null), body)) {
                        case Parsed.Accepted<ModelRequest>(var request) ->
                            Translation.of(
                                    request, from == MESSAGES ? ModelApi.OPENAI : ModelApi.ANTHROPIC, Translations.NOW);
                        case Parsed.Rejected<ModelRequest>(var why, var _) -> new Parsed.Rejected<>(why);
                    };
                    assertThat(translated).isNotNull();
                }
            }
        }
    }

    /** Where a value in single quotes ends. */
    private static int end(String json, int begin) {
        int depth = 0;
        boolean quoted = false;
        int at = begin;
        do {
            char c = json.charAt(at++);
            quoted ^= c == '\'';
            depth += quoted ? 0 : "{[".indexOf(c) >= 0 ? 1 : "}]".indexOf(c) >= 0 ? -1 : 0;
        } while (quoted || depth > 0 || (json.charAt(at) != ',' && json.charAt(at) != '}' && json.charAt(at) != ']'));
        return at;
    }

    @Test
    void argumentsOfToolsKeepTheirDigits() {
        String chat =
                "{'model':'m','messages':[{'role':'assistant','tool_calls':[{'id':'t','type':'function','function':"
                        + "{'name':'f','arguments':'{\\'n\\':12345678901234567890.10}'}}]}]}";
        assertThat(body(accepted(CHAT_COMPLETIONS, chat))).contains("'input':{'n':12345678901234567890.10}");
    }

    @Test
    void hintsAboutCachesAreLeftOutAndListed() {
        Translation translation = accepted(
                MESSAGES,
                "{'model':'m','max_tokens':1,'system':[{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}],"
                        + "'messages':[]}");
        assertThat(translation.leftOut()).containsExactly("cache_control");
        assertThat(body(translation)).doesNotContain("cache_control");
    }

    @Test
    void aLimitIsSetWhereTheOtherApiWantsOne() {
        assertThat(accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[]}")
                        .request()
                        .maxTokens())
                .isEqualTo(MessagesRequest.DEFAULT_MAX_TOKENS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'n':2|n",
                "'logprobs':true|logprobs",
                "'top_logprobs':3|top_logprobs",
                "'audio':{'voice':'x'}|audio",
                "'modalities':['text','audio']|modalities",
                "'response_format':{'type':'json_schema','json_schema':{}}|response_format.type",
                "'response_format':{'type':'json_object'}|response_format.type",
                "'seed':1|seed",
                "'logit_bias':{'1':2}|logit_bias",
                "'frequency_penalty':0.5|frequency_penalty",
                "'presence_penalty':1|presence_penalty",
                "'reasoning_effort':'high'|reasoning_effort",
                "'web_search_options':{}|web_search_options",
                "'functions':[{'name':'f'}]|functions",
                "'function_call':'auto'|function_call",
                "'prediction':{}|prediction",
                "'store':true|store",
                "'metadata':{'a':'b'}|metadata",
                "'service_tier':'priority'|service_tier",
                "'temperature':1.5|temperature",
                "'what_came_later':1|what_came_later",
                "'stream_options':{'x':1}|stream_options.x",
                "'tools':[{'type':'custom','custom':{'name':'c'}}]|tools.0.type",
                "'tool_choice':{'type':'allowed_tools','allowed_tools':{}}|tool_choice.type",
                "'messages':[{'role':'user','content':[{'type':'input_audio','input_audio':{}}]}]"
                        + "|messages.0.content.0.type",
                "'messages':[{'role':'user','content':[{'type':'file','file':{}}]}]|messages.0.content.0.type",
                "'messages':[{'role':'user','content':'x','name':'n'}]|messages.0.name",
                "'messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'file:///etc'}}]}]"
                        + "|messages.0.content.0.image_url.url",
                "'messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://x','detail':'low'}}"
                        + "]}]|messages.0.content.0.image_url.detail",
                "'messages':[{'role':'user','content':'x'},{'role':'system','content':'y'}]|messages.1.role",
                "'messages':[{'role':'function','content':'x'}]|messages.0.role",
                "'messages':[{'role':'assistant','tool_calls':[{'id':'t','type':'function','function':{'name':'f',"
                        + "'arguments':'[]'}}]}]|messages.0.tool_calls.0.function.arguments",
                "'messages':[{'role':'assistant','content':'x','refusal':'no'}]|messages.0.refusal",
                "'messages':[{'role':'tool','content':'x'}]|messages.0.tool_call_id",
                "'messages':['x']|messages.0",
            })
    void whatMessagesLackIsRefusedByName(String member, String name) {
        assertThat(refusal(CHAT_COMPLETIONS, "{'model':'m'," + member + "}")).startsWith(name + ": ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'top_k':5|top_k",
                "'thinking':{'type':'enabled','budget_tokens':1024}|thinking.type",
                "'container':'c'|container",
                "'mcp_servers':[{'name':'x'}]|mcp_servers",
                "'output_config':{'format':{}}|output_config",
                "'service_tier':'standard_only'|service_tier",
                "'stop_sequences':['1','2','3','4','5']|stop_sequences",
                "'metadata':{'user_id':'u','x':1}|metadata.x",
                "'tools':[{'type':'web_search_20250305','name':'web_search'}]|tools.0.type",
                "'tools':[{'name':'f','input_schema':{},'defer_loading':true}]|tools.0.defer_loading",
                "'what_came_later':1|what_came_later",
                "'messages':[{'role':'user','content':[{'type':'document','source':{}}]}]|messages.0.content",
                "'messages':[{'role':'assistant','content':[{'type':'thinking','thinking':'x'}]}]|messages.0.content",
                "'messages':[{'role':'user','content':[{'type':'image','source':{'type':'file','file_id':'x'}}]}]"
                        + "|messages.0.content.0.source.type",
                "'messages':[{'role':'user','content':[{'type':'text','text':'x','citations':[{}]}]}]"
                        + "|messages.0.content.0.citations",
                "'messages':[{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','is_error':true}]}]"
                        + "|messages.0.content.0.is_error",
                "'messages':[{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':"
                        + "[{'type':'image','source':{}}]}]}]|messages.0.content.0.content.0.type",
                "'messages':[{'role':'user','content':[{'type':'text','text':'x'},"
                        + "{'type':'tool_result','tool_use_id':'t','content':'y'}]}]|messages.0.content.1.type",
                "'messages':[{'role':'system','content':'x'}]|messages.0.role",
            })
    void whatChatsLackIsRefusedByName(String member, String name) {
        assertThat(refusal(MESSAGES, "{'model':'m','max_tokens':1," + member + "}"))
                .startsWith(name);
    }

    @Test
    void otherOperationsAreNotTranslated() {
        var request = ModelRequest.parse(
                new ModelEndpoint(ModelOperation.RESPONSES, null), bytes("{'model':'m','input':'x'}"));
        assertThat(request)
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class,
                        found -> assertThat(Translation.of(
                                        (ModelRequest) found.value(), ModelApi.ANTHROPIC, Translations.NOW))
                                .isEqualTo(new Parsed.Rejected<>(
                                        "responses is not translated for a backend of anthropic")));
    }

    private static String answer(ModelOperation from, String answer) {
        return switch (accepted(from, "{'model':'m','max_tokens':1,'messages':[]}")
                .answer(bytes(answer))) {
            case Parsed.Accepted<byte[]>(var translated) -> text(translated);
            case Parsed.Rejected<byte[]>(var why, var _) -> "refused: " + why;
        };
    }

    @Test
    void anAnswerOfMessagesBecomesACompletion() {
        assertThat(answer(CHAT_COMPLETIONS, """
                {'id':'msg','type':'message','role':'assistant','model':'c','content':[{'type':'text','text':'hello '},\
                {'type':'text','text':'you'},{'type':'tool_use','id':'t','name':'f','input':{'a':1}}],\
                'stop_reason':'tool_use','stop_sequence':null,'usage':{'input_tokens':5,'cache_read_input_tokens':10,\
                'cache_creation_input_tokens':1,'output_tokens':7}}""")).isEqualTo("""
                {'id':'msg','object':'chat.completion','created':1700000000,'model':'c','choices':[{'index':0,\
                'message':{'role':'assistant','content':'hello you','refusal':null,'tool_calls':[{'id':'t',\
                'type':'function','function':{'name':'f','arguments':'{\\'a\\':1}'}}]},'logprobs':null,\
                'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':16,'completion_tokens':7,'total_tokens':23,\
                'prompt_tokens_details':{'cached_tokens':10}}}""");
    }

    @Test
    void aCompletionBecomesAnAnswerOfMessages() {
        assertThat(answer(MESSAGES, """
                {'id':'c1','object':'chat.completion','model':'g','choices':[{'index':0,'message':{'role':'assistant',\
                'content':'hello','tool_calls':[{'id':'t','type':'function','function':{'name':'f','arguments':'{\\'a\\':1}'}}]},\
                'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':16,'completion_tokens':7,\
                'prompt_tokens_details':{'cached_tokens':10}}}""")).isEqualTo("""
                {'id':'c1','type':'message','role':'assistant','model':'g','content':[{'type':'text','text':'hello'},\
                {'type':'tool_use','id':'t','name':'f','input':{'a':1}}],'stop_reason':'tool_use','stop_sequence':null,\
                'usage':{'input_tokens':6,'output_tokens':7,'cache_read_input_tokens':10,\
                'cache_creation_input_tokens':0}}""");
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn, stop",
        "stop_sequence, stop",
        "max_tokens, length",
        "model_context_window_exceeded, length",
        "tool_use, tool_calls",
        "refusal, content_filter",
    })
    void aStopReasonBecomesAFinishReason(String stop, String finish) {
        assertThat(answer(CHAT_COMPLETIONS, "{'type':'message','content':[],'stop_reason':'" + stop + "'}"))
                .contains("'finish_reason':'" + finish + "'");
    }

    @Test
    void whatIsNoAnswerIsNotTranslated() {
        assertThat(answer(CHAT_COMPLETIONS, "[]")).isEqualTo("refused: the answer is no message");
        assertThat(answer(MESSAGES, "<html>")).isEqualTo("refused: the answer is no chat completion with one choice");
        assertThat(answer(MESSAGES, "{'choices':[{},{}]}"))
                .isEqualTo("refused: the answer is no chat completion with one choice");
        assertThat(answer(MESSAGES, "{'choices':[{'message':{'tool_calls':[{'function':{'arguments':'{'}}]}}]}"))
                .isEqualTo("refused: a call of a tool has no arguments in JSON");
    }

    @Test
    void anErrorKeepsItsWordAndMessage() {
        Translation toAnthropic = accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[]}");
        assertThat(text(toAnthropic.error(
                        429, bytes("{'type':'error','error':{'type':'rate_limit_error','message':'slow'}}"))))
                .isEqualTo(
                        "{'error':{'message':'slow','type':'rate_limit_error','param':null,'code':'rate_limit_error'}}");
        Translation toOpenAi = accepted(MESSAGES, "{'model':'m','max_tokens':1,'messages':[]}");
        assertThat(text(toOpenAi.error(401, bytes("{'error':{'message':'who?','type':'invalid_request_error'}}"))))
                .isEqualTo("{'type':'error','error':{'type':'authentication_error',"
                        + "'message':'invalid_request_error: who?'}}");
        assertThat(text(toOpenAi.error(502, bytes("<html>"))))
                .isEqualTo("{'type':'error','error':{'type':'api_error',"
                        + "'message':'backend_error: the model's server answered with status 502'}}");
    }
}
